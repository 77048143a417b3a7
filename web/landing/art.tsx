/** Pictures of the games that are still to come, one craft each; a game that is there brings its own. */
import type { ComponentType } from "preact";

export const COMING: Readonly<Partial<Record<string, ComponentType>>> = {
  "word-porters": PortersArt,
};

/** Woodblock: a porter carries a word card on the head, past two others. */
function PortersArt() {
  return (
    <svg viewBox="0 0 320 170" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
      <rect width="320" height="170" class="wash-porters" />
      <path d="M0 142H320V170H0Z" class="fill-sand" />
      {[52, 268].map((x, side) => (
        <g key={x} transform={`translate(${x} 70) rotate(${side ? 5 : -5})`} class="outline">
          <rect x="-38" y="-26" width="76" height="52" rx="8" class="fill-paper" />
          <path d="M-38 0H38" stroke-dasharray="4 4" />
          <path d="M-24 -13H10M-24 13H2" class="scribble" />
        </g>
      ))}
      <g transform="translate(160 88)" class="outline">
        <path d="M-30 58-20 12Q0 -4 20 12L30 58Z" class="fill-seat-0" />
        <path d="M-20 14-32 -40M20 14 32 -40" class="limb" />
        <path d="M-12 58V68M12 58V68" class="limb" />
        <circle cy="-12" r="16" class="fill-paper" />
        <path d="M-15 -19Q0 -36 15 -19Z" class="fill-seat-0" />
        <path d="M-6 -11v1M6 -11v1M-5 -4Q0 0 5 -4" />
        <rect x="-52" y="-72" width="104" height="38" rx="8" class="fill-paper" />
        <path d="M-34 -58H34M-34 -48H12" class="scribble" />
      </g>
    </svg>
  );
}
