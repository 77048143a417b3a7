/** Pictures of the games that are still to come, one craft each; a game that is there brings its own. */
import type { ComponentType } from "preact";

export const COMING: Readonly<Partial<Record<string, ComponentType>>> = {
  "word-porters": PortersArt,
  quiddler: QuiddlerArt,
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

/** Two strands of a braid along a line, crossing every `pitch`; over and under in turn. */
function Braid({ y, from, to }: { readonly y: number; readonly from: number; readonly to: number }) {
  const pitch = 16;
  const crossings = Math.round((to - from) / pitch);
  const wave = (at: number, way: number): string => {
    const points = Array.from({ length: 9 }, (_, step) => {
      const s = (step / 8 - 0.5) * 1.04;
      const x = from + (at + 0.5 + s) * pitch;
      return `${x.toFixed(1)} ${(y + way * 6 * Math.sin(Math.PI * s)).toFixed(1)}`;
    });
    return `M${points.join("L")}`;
  };
  return (
    <g>
      {Array.from({ length: crossings }, (_, at) => {
        const way = at % 2 === 0 ? 1 : -1;
        return (
          <g key={at}>
            <path d={wave(at, -way)} class="strand-ink" />
            <path d={wave(at, -way)} class={at % 2 === 0 ? "strand-rust" : "strand-teal"} />
            <path d={wave(at, way)} class="strand-gap" />
            <path d={wave(at, way)} class="strand-ink" />
            <path d={wave(at, way)} class={at % 2 === 0 ? "strand-teal" : "strand-rust"} />
          </g>
        );
      })}
    </g>
  );
}

/** Insular manuscript: three letter cards under a braid, drawn with a broad pen. */
function QuiddlerArt() {
  const pen = ["M-17 4A17 18 0 1 0 17 4A17 18 0 1 0 -17 4M16 4Q14 -22 -20 -24", "M19 -8A18 19 0 1 0 17 14M-16 2H18", "M-22 -20Q-4 -24 22 -20M0 -20Q-16 4 -6 18Q4 24 16 14"];
  return (
    <svg viewBox="0 0 320 170" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
      <rect width="320" height="170" class="wash-quiddler" />
      {pen.map((stroke, card) => (
        <g key={card} transform={`translate(${76 + 84 * card} 88) rotate(${6 * (card - 1)})`}>
          <rect x="-38" y="-56" width="76" height="112" rx="9" class="outline fill-paper" />
          <Braid y={-44} from={-32} to={32} />
          <Braid y={44} from={-32} to={32} />
          <ellipse rx="27" ry="28" class={`halo-${card}`} />
          <path d={stroke} class="pen" />
        </g>
      ))}
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
