/** Pictures of the pieces: porters, hint tokens, voting tiles, the chick of the children's cards, the back of a card. */
import { Shape } from "@shell/ui/tokens";
import { letterOf, lookOf } from "@shell/state/looks";

/** A porter in a seat's colour, about 40 by 64 units, with the origin between the feet. */
export function Figure({ seat }: { readonly seat: number }) {
  return (
    <>
      <path d="M-6 -8V0M6 -8V0" class="porter-limb" />
      <path d="M-13 -7-8 -27Q0 -34 8 -27L13 -7Z" class={`shape seat-${lookOf(seat)}`} />
      <circle cy="-37" r="8" class="porter-face" />
      <path d="M-8 -40Q0 -50 8 -40Z" class={`shape seat-${lookOf(seat)}`} />
      <path d="M-3 -36v.6M3 -36v.6M-2.6 -32.6Q0 -30.6 2.6 -32.6" class="porter-limb thin" />
      <path d="M-8 -25-15 -48M8 -25 15 -48" class="porter-limb" />
    </>
  );
}

/** The porter with a blank label, as a small picture. */
export function Porter({ seat, number }: { readonly seat: number; readonly number?: number }) {
  return (
    <svg class="porter" viewBox="-24 -66 48 68" aria-hidden="true">
      <Figure seat={seat} />
      <rect x="-20" y="-64" width="40" height="16" rx="3" class="porter-load" />
      {number === undefined ? (
        <path d="M-13 -58H13M-13 -54H6" class="porter-scribble" />
      ) : (
        <text class="porter-number" y="-51" text-anchor="middle">
          {number}
        </text>
      )}
    </svg>
  );
}

/** A hint token: the seat's shape with the token's number, on top of token 3 if the card was taken. */
export function HintToken({ seat, stack }: { readonly seat: number; readonly stack: readonly number[] }) {
  const [top, under] = stack;
  return (
    <svg class="token hint-token" viewBox={under === undefined ? "-12.5 -12.5 25 25" : "-13.5 -13 28 28"} aria-hidden="true">
      {under !== undefined && (
        <g transform="translate(3.4 3.4)">
          <Shape seat={seat} />
        </g>
      )}
      <g transform={under === undefined ? undefined : "translate(-2.4 -2.4)"}>
        <Numbered seat={seat} number={top} />
      </g>
      {under !== undefined && (
        <g transform="translate(9.4 9)">
          <circle r="5.6" class="under" />
          <text class="under-number" y="3.1" text-anchor="middle">
            {under}
          </text>
        </g>
      )}
    </svg>
  );
}

/** The horizontal distance between two porters on the same card. */
const BESIDE = 25;

/** A hint token on the table: a porter who holds it up, next to the one with token 3 if the card was taken. */
export function Standing({ seat, stack }: { readonly seat: number; readonly stack: readonly number[] }) {
  return (
    <svg class="hint-token standing" viewBox={`-16 -62 ${32 + BESIDE * (stack.length - 1)} 64`} aria-hidden="true">
      {stack.map((number, at) => (
        <g key={number} transform={`translate(${BESIDE * at} 0)`}>
          <g transform="scale(0.72)">
            <Figure seat={seat} />
          </g>
          <g transform="translate(0 -46) scale(1.1)">
            <Numbered seat={seat} number={number} />
          </g>
        </g>
      ))}
    </svg>
  );
}

/** A seat's shape with a number. */
function Numbered({ seat, number }: { readonly seat: number; readonly number: number | undefined }) {
  return (
    <>
      <Shape seat={seat} />
      <text class={`letter seat-${lookOf(seat)}`} y={lookOf(seat) === 2 ? 7 : 4.4} text-anchor="middle">
        {number}
      </text>
    </>
  );
}

/** A voting tile face up: the number guessed, in the voter's colour. */
export function Tile({ seat, number }: { readonly seat: number; readonly number: number | null }) {
  return (
    <svg class="vote-tile" viewBox="0 0 34 28" aria-hidden="true">
      <rect x="1.5" y="1.5" width="31" height="25" rx="5" class={`shape seat-${lookOf(seat)}`} />
      <text class={`letter seat-${lookOf(seat)}`} x="9.5" y="18.4" text-anchor="middle">
        {letterOf(seat)}
      </text>
      <rect x="16" y="5" width="13.5" height="18" rx="3" class="tile-paper" />
      <text class="tile-number" x="22.75" y="18.4" text-anchor="middle">
        {number ?? "?"}
      </text>
    </svg>
  );
}

export function Chick() {
  return (
    <svg class="chick" viewBox="-12 -12 24 24" aria-hidden="true">
      <path d="M-9 2Q-10 -8 0 -8.5Q9 -8 8.6 1.4Q8 9 0 9Q-8.4 9 -9 2Z" class="chick-down" />
      <path d="M7.6 -1.6 12 0.4 7.4 2.6Z" class="chick-beak" />
      <circle cx="3" cy="-2.4" r="1.3" class="chick-eye" />
      <path d="M-6 2.4Q-2.6 6.4 1 2.4M-2 9v2.4M2.4 9v2.4" class="porter-limb thin" />
    </svg>
  );
}

/** The back of an identity card. */
export function Back({ seat }: { readonly seat: number }) {
  return (
    <svg class="identity-back" viewBox="-24 -16 48 32" aria-hidden="true">
      <rect x="-22.5" y="-14.5" width="45" height="29" rx="5" class="back-ground" />
      <path d="M-17 -9.5H17M-17 9.5H17" class="identity-line" />
      <g transform="scale(0.62)">
        <Shape seat={seat} />
      </g>
    </svg>
  );
}
