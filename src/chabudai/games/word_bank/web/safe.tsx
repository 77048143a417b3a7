/** The picture of a safe: a dial, the letter, sockets for stones. */
import { Fragment } from "preact";
import { Shape } from "@shell/ui/tokens";

/** A socket and the seat of its stone. A `ghost` shows where a stone would be laid. A `falling` stone was just laid. */
export interface Socket {
  readonly seat: number | null;
  readonly look: "empty" | "stone" | "ghost" | "falling";
  /** The index of the stone among those of this turn. */
  readonly order?: number;
}

interface Props {
  readonly letter: string;
  readonly sockets: readonly Socket[];
}

/** The ticks of the dial as two paths. Every fourth tick is long. */
const SHORT = ticks((tick) => tick % 4 !== 0, 32.5);
const LONG = ticks((tick) => tick % 4 === 0, 29.5);
/** Four rivets and their slots, as one path each: with seven safes, every DOM node costs rendering time on phones. */
const RIVETS = corners((x, y) => `M${x - 3.2} ${y}a3.2 3.2 0 1 0 6.4 0a3.2 3.2 0 1 0 -6.4 0`);
const SLOTS = corners((x, y) => {
  const turn = ((Math.sign(x) * 45 + Math.sign(y) * 22.5) * Math.PI) / 180;
  const [right, down] = [2 * Math.cos(turn), 2 * Math.sin(turn)];
  return `M${(x - right).toFixed(2)} ${(y - down).toFixed(2)}L${(x + right).toFixed(2)} ${(y + down).toFixed(2)}`;
});
const SOCKET_RING = 44;
const SOCKET_STEP = 31;

export function SafeArt({ letter, sockets }: Props) {
  if (letter === "") return <path d="M-30 0H30" class="gone" />;
  return (
    <g>
      <path d="M-58 -26h6v14h-6zM-58 12h6v14h-6z" class="hinge" />
      <rect x="-53" y="-53" width="106" height="106" rx="17" class="plate-edge" />
      <g class="door">
        <rect x="-49.5" y="-49.5" width="99" height="99" rx="14" class="plate" />
        <path d="M-47 -32V-35A12 12 0 0 1 -35 -47H35A12 12 0 0 1 47 -35V-32" class="gleam" />
        <path d={RIVETS} class="rivet" />
        <path d={SLOTS} class="slot" />
        <g class="dial">
          <circle r="39.5" class="dial-rim" />
          <circle r="37" class="dial-face" />
          <path d={SHORT} class="tick" />
          <path d={LONG} class="tick long" />
        </g>
        <path d="M0 -36.5 -4.5 -44.5H4.5Z" class="pointer" />
        <circle r="26.5" class="enamel-rim" />
        <circle r="24.5" class="enamel" />
        <path d="M-17 -13A22 22 0 0 1 6 -20.6" class="enamel-gleam" />
        <text y="12.6" text-anchor="middle" class="enamel-letter">
          {letter}
        </text>
      </g>
      {sockets.map((socket, at) => (
        <Fragment key={at}>
          <circle r="9.4" transform={socketAt(at, sockets.length)} class="socket" />
          {socket.seat !== null && (
            <g transform={socketAt(at, sockets.length)}>
              <g class={socket.look} data-order={socket.order}>
                <g transform="scale(0.92)">
                  <Shape seat={socket.seat} />
                </g>
              </g>
            </g>
          )}
        </Fragment>
      ))}
    </g>
  );
}

function corners(drawn: (x: number, y: number) => string): string {
  const away = 41.85;
  return [-away, away].flatMap((y) => [-away, away].map((x) => drawn(x, y))).join("");
}

function ticks(chosen: (tick: number) => boolean, inner: number): string {
  return Array.from({ length: 48 }, (_, tick) => tick)
    .filter(chosen)
    .map((tick) => {
      const x = Math.sin((tick * Math.PI) / 24);
      const y = -Math.cos((tick * Math.PI) / 24);
      const point = (radius: number): string => `${(radius * x).toFixed(1)} ${(radius * y).toFixed(1)}`;
      return `M${point(35.5)}L${point(inner)}`;
    })
    .join("");
}

/** Return the position of a socket. Sockets are on an arc below the dial, from left to right. */
export function socketPlace(at: number, count: number): readonly [x: number, y: number] {
  const step = count > 4 ? 28 : SOCKET_STEP;
  const angle = ((90 - (at - (count - 1) / 2) * step) * Math.PI) / 180;
  return [SOCKET_RING * Math.cos(angle), SOCKET_RING * Math.sin(angle)];
}

function socketAt(at: number, count: number): string {
  const [x, y] = socketPlace(at, count);
  return `translate(${x.toFixed(2)} ${y.toFixed(2)})`;
}

/** A small picture of a won safe. */
export function SafeChip({ letter }: { readonly letter: string }) {
  return (
    <svg class="safe-chip" viewBox="-60 -60 120 120" aria-hidden="true">
      <rect x="-53" y="-53" width="106" height="106" rx="22" class="plate-edge" />
      <circle r="38" class="enamel" />
      <text y="20" text-anchor="middle" class="enamel-letter">
        {letter}
      </text>
    </svg>
  );
}
