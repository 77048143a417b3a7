/** A card on the table: its number, or its back. */
export function Card({ number }: { readonly number: number | null }) {
  return (
    <svg viewBox="0 0 60 84" class="tale-card" aria-hidden="true">
      <CardArt number={number} />
    </svg>
  );
}

/** A card as part of a larger SVG picture. */
export function CardArt({ number }: { readonly number: number | null }) {
  return (
    <g class={number === null ? "tale-back" : "tale-front"}>
      <rect x="2" y="2" width="56" height="80" rx="7" />
      {number === null ? (
        <path d="M12 12 48 72M48 12 12 72" />
      ) : (
        <text x="30" y="56" text-anchor="middle">
          {number}
        </text>
      )}
    </g>
  );
}
