/** A recorded move on the front page's table: a player says a word and lays stones, and a safe is locked. */
import { useLayoutEffect, useRef } from "preact/hooks";
import type { Point } from "@shell/state/landing_card";
import { skipsMotion } from "@shell/state/motion";
import recorded from "./move.json";
import { SafeArt, socketPlace, type Socket } from "./safe";

export const { seats } = recorded;

const RING = { rx: 208, ry: 74 } as const;
const SAFE = 0.5;
const GONE: Point = [0, 0];

interface Props {
  readonly cushions: readonly Point[];
}

const placeOf = (position: number): Point => {
  const turn = (2 * Math.PI * position) / recorded.ring.length;
  return [RING.rx * Math.sin(turn), -RING.ry * Math.cos(turn)];
};

/** Return the stones of a safe after the move, with the number of the stone laid. */
function socketsOf(position: number): readonly Socket[] {
  const safe = recorded.ring[position];
  const order = recorded.positions.indexOf(position);
  return Array.from({ length: safe?.spaces ?? 0 }, (_, at): Socket => {
    const seat = safe?.stones[at];
    if (seat !== undefined) return { seat, look: "stone" };
    if (order >= 0 && at === safe?.stones.length) return { seat: recorded.seat, look: "stone", order };
    return { seat: null, look: "empty" };
  });
}

export function Scene({ cushions }: Props) {
  const scene = useRef<SVGGElement>(null);
  const from = cushions[recorded.seat] ?? GONE;
  useLayoutEffect(() => {
    if (scene.current !== null && !skipsMotion()) makeMove(scene.current, from);
  }, []);
  return (
    <g ref={scene}>
      <ellipse rx={RING.rx} ry={RING.ry} class="recorded-ring" />
      {recorded.ring.map(({ letter }, position) => (
        <g key={position} transform={`translate(${placeOf(position).join(" ")}) scale(${SAFE})`}>
          <g class="safe">
            <SafeArt letter={letter} sockets={socketsOf(position)} />
          </g>
          {recorded.positions.includes(position) && <Frame position={position} />}
        </g>
      ))}
      <g data-move="word">
        <rect x="-92" y="-25" width="184" height="50" rx="25" class="recorded-paper" />
        <text y="9.5" text-anchor="middle" class="recorded-word">
          {recorded.word}
        </text>
      </g>
    </g>
  );
}

/** The frame of a safe on the path, with its stone's number, and a lock if it closes. */
function Frame({ position }: { readonly position: number }) {
  return (
    <g data-move="frame">
      <rect x="-53" y="-53" width="106" height="106" rx="17" class="recorded-frame" />
      <g transform="translate(44 -46)" class="order">
        <circle r="17" />
        {recorded.closes.includes(position) ? (
          <g data-move="lock" transform="scale(0.95)">
            <path d="M-8 -2H8V9H-8ZM-5 -2V-6A5 5 0 0 1 5 -6V-2" />
          </g>
        ) : (
          <text y="6" text-anchor="middle">
            {recorded.positions.indexOf(position) + 1}
          </text>
        )}
      </g>
    </g>
  );
}

const EASE = "cubic-bezier(0.3, 0, 0.2, 1)";

/** Animate the move in less than five seconds. The end is identical to the static picture. */
function makeMove(scene: SVGGElement, [x, y]: Point): void {
  const show = (node: Element | null, keyframes: Keyframe[], delay: number, duration: number): void => {
    node?.animate(keyframes, { delay, duration, easing: EASE, fill: "backwards" });
  };
  show(
    scene.querySelector("[data-move=word]"),
    [{ transform: `translate(${x}px, ${y}px) scale(0.2)`, opacity: 0 }, { opacity: 1, offset: 0.3 }, { transform: "none" }],
    700,
    700,
  );
  const frames = scene.querySelectorAll("[data-move=frame]");
  recorded.positions.forEach((position, at) => {
    const begin = 1600 + 650 * at;
    // The frames are drawn in the order of the ring.
    const frame = frames[recorded.positions.filter((other) => other < position).length] ?? null;
    show(frame, [{ opacity: 0 }, { opacity: 1 }], begin, 200);
    const sockets = socketsOf(position);
    const laid = sockets.findIndex(({ order }) => order === at);
    const [left, top] = placeOf(position);
    const [right, down] = socketPlace(laid, sockets.length);
    const away = `translate(${(x - left) / SAFE - right}px, ${(y - top) / SAFE - down}px)`;
    show(
      scene.querySelector(`[data-order="${at}"]`),
      [{ transform: away, opacity: 0 }, { opacity: 1, offset: 0.15 }, { transform: "none" }],
      begin,
      600,
    );
  });
  const closed = 1600 + 650 * recorded.positions.length;
  show(scene.querySelector("[data-move=lock]"), [{ transform: "scale(0)" }, { transform: "none" }], closed, 300);
}
