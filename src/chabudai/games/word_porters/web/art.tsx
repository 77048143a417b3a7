/** Word Porters' picture on the front page: three porters carry a word past two hint cards. */
import { Figure } from "./porter";

const CARDS = [
  { x: 50, y: 62, turn: -6 },
  { x: 270, y: 62, turn: 6 },
] as const;

export function Art() {
  return (
    <svg viewBox="0 0 320 170" preserveAspectRatio="xMidYMid slice" aria-hidden="true" class="porters-art">
      <rect width="320" height="170" class="wash-porters" />
      <path d="M0 142Q80 132 160 140T320 138V170H0Z" class="fill-sand" />
      {CARDS.map(({ x, y, turn }, at) => (
        <g key={x} transform={`translate(${x} ${y}) rotate(${turn})`} class="outline">
          <rect x="-38" y="-26" width="76" height="52" rx="8" class="fill-paper" />
          <path d="M-38 0H38" stroke-dasharray="4 4" />
          <path d="M-26 -13H4M-26 13H-4" class="scribble" />
          {at === 0 ? <circle cx="22" cy="-13" r="8" class="fill-seat-1" /> : <path d="M14 5h15v15h-15z" class="fill-seat-0" />}
        </g>
      ))}
      {[
        [94, 148, 1],
        [160, 154, 0],
        [226, 148, 2],
      ].map(([x, y, seat]) => (
        <g key={seat} transform={`translate(${x} ${y}) scale(${seat === 0 ? 1.65 : 1.2})`}>
          <Figure seat={seat ?? 0} />
          <rect x={seat === 0 ? -30 : -20} y="-66" width={seat === 0 ? 60 : 40} height="18" rx="4" class="porter-load" />
          <path d={seat === 0 ? "M-20 -60H20M-20 -54H8" : "M-13 -60H13M-13 -54H6"} class="porter-scribble" />
        </g>
      ))}
    </svg>
  );
}
