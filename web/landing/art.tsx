/** Pictures of the games that are still to come, one craft each; a game that is there brings its own. */
import type { ComponentType } from "preact";

export const COMING: Readonly<Partial<Record<string, ComponentType>>> = {
  "word-porters": PortersArt,
  kakapo: KakapoArt,
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

/** Field guide: the kakapo and the pieces it is looked for with. */
function KakapoArt() {
  return (
    <svg viewBox="0 0 320 170" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
      <rect width="320" height="170" class="wash-kakapo" />
      <g class="outline">
        <path d="M34 34h34v34h34v34H34zM34 68h34M68 68v34" class="fill-plum" />
        <path d="M222 102h34V68h34v34v34h-34h-34zM256 102v34M256 102h34" class="fill-tangerine" />
        <path d="M232 26h60v30h-60zM262 26v30" class="fill-ice" />
        <circle cx="51" cy="51" r="7" class="fill-paper" />
        <path d="M273 110l8 14h-16z" class="fill-paper" />
      </g>
      <g transform="translate(160 84) scale(1.28)" class="outline">
        <path d="M-38 44C-50 10-38-46 0-50C38-46 50 10 38 44C28 56-28 56-38 44Z" class="fill-kakapo" />
        <path d="M-28-12C-30-34-14-46 0-46C14-46 30-34 28-12C24 2 12 6 0 6C-12 6-24 2-28-12Z" class="fill-face" />
        <path d="M0-16Q9-14 8-4Q4 6 0 6Q-4 6-8-4Q-9-14 0-16Z" class="fill-beak" />
        <circle cx="-14" cy="-18" r="6" class="fill-ink" />
        <circle cx="14" cy="-18" r="6" class="fill-ink" />
        {[0, 1, 2, 3, 4, 5].map((each) => (
          <path key={each} d={`M${-24 + (each % 3) * 19} ${19 + Math.floor(each / 3) * 14}q5 7 10 0`} class="feather" />
        ))}
      </g>
    </svg>
  );
}
