/** A scanner card: a band with the suit's shape and the number, and below it the piece. */
import { PieceAlone } from "../board/piece";
import { shapeOf } from "../box";
import { cloth, SuitShape } from "../suits";
import { suitOf, valueOf } from "../words";

/** The picture of a card. It is hidden from screen readers, so the element around it must name the card. */
export function CardArt({ card }: { readonly card: string }) {
  const suit = suitOf(card);
  return (
    <span class="guide" aria-hidden="true">
      <svg class="guide-band" viewBox="0 0 44 20" preserveAspectRatio="xMidYMid slice">
        <rect width="44" height="20" fill={cloth(suit)} />
        <SuitShape suit={suit} x={11} y={10} size={13} />
        <circle cx="32" cy="10" r="8.4" class="guide-disc" />
        <text x="32" y="14.6" class="guide-number">
          {valueOf(card)}
        </text>
      </svg>
      <PieceAlone suit={suit} squares={shapeOf(card)} />
    </span>
  );
}
