/** Word Porters' pictures on the front page: porters with words, passing hint cards. */
import { Card, Loaded } from "./loaded_porter";

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

export { glance } from "./glance";
