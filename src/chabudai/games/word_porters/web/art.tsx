/** Word Porters' pictures on the front page: porters with a word past hint cards. */
import { Figure } from "./porter";

const CARDS = [
  { x: 42, y: 46, turn: -6, token: 1 },
  { x: 278, y: 46, turn: 6, token: 0 },
] as const;

const PORTERS = [
  { x: 104, seat: 1 },
  { x: 160, seat: 0 },
  { x: 216, seat: 2 },
] as const;

export function Art() {
  return (
    <svg viewBox="0 0 320 104" preserveAspectRatio="xMidYMid slice" aria-hidden="true" class="porters-art">
      <rect width="320" height="104" class="wash-porters" />
      <path d="M0 88Q80 80 160 86T320 84V104H0Z" class="fill-sand" />
      {CARDS.map(({ x, y, turn, token }) => (
        <g key={x} transform={`translate(${x} ${y}) rotate(${turn}) scale(0.82)`}>
          <Card token={token} />
        </g>
      ))}
      {PORTERS.map(({ x, seat }) => (
        <g key={seat} transform={`translate(${x} 97) scale(1.3)`}>
          <Loaded seat={seat} />
        </g>
      ))}
    </svg>
  );
}

export function Thing() {
  return (
    <g class="porters-art">
      <g transform="translate(34 6) rotate(8)">
        <Card token={2} />
      </g>
      <g transform="translate(-38 42) scale(1.25)">
        <Loaded seat={0} />
      </g>
    </g>
  );
}

/** A hint card with a token on one of its words. */
export function Card({ token }: { readonly token: number }) {
  return (
    <g class="outline">
      <rect x="-38" y="-26" width="76" height="52" rx="8" class="fill-paper" />
      <path d="M-38 0H38" stroke-dasharray="4 4" />
      <path d="M-26 -13H4M-26 13H-4" class="scribble" />
      {token === 0 ? <path d="M14 5h15v15h-15z" class="fill-seat-0" /> : <circle cx="22" cy="-13" r="8" class={`fill-seat-${token}`} />}
    </g>
  );
}

/** A porter with a label on the head. */
export function Loaded({ seat }: { readonly seat: number }) {
  return (
    <>
      <Figure seat={seat} />
      <rect x="-20" y="-66" width="40" height="18" rx="4" class="porter-load" />
      <path d="M-13 -60H13M-13 -54H6" class="porter-scribble" />
    </>
  );
}

export { glance } from "./glance";
