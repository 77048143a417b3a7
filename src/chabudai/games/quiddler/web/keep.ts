/** Keeps the arrangement of the cards over a reload of the page, for one round. */
import type { Held } from "./held";
import type { Play } from "./table";

interface Kept {
  readonly round: number;
  readonly hand: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

interface Restored {
  readonly hand: readonly Held[];
  readonly rows: readonly (readonly number[])[];
}

export function keepDraft(play: Play): {
  readonly keep: (round: number, hand: readonly Held[], rows: readonly (readonly Held[])[]) => void;
  readonly restore: (round: number, hand: readonly Held[]) => Restored;
} {
  const key = `chabudai.quiddler.${play.table.id}`;
  const face = (card: Held): string => card.face;
  return {
    keep(round, hand, rows) {
      const kept: Kept = { round, hand: hand.map(face), rows: rows.map((row) => row.map(face)) };
      sessionStorage.setItem(key, JSON.stringify(kept));
    },
    restore(round, hand) {
      const kept = JSON.parse(sessionStorage.getItem(key) ?? "null") as Kept | null;
      if (kept?.round !== round) return { hand, rows: [] };
      const inRows = [...hand];
      const rows = kept.rows.map((row) => row.flatMap((each) => take(inRows, each)).map((card) => card.id));
      const left = [...hand];
      const order = kept.hand.flatMap((each) => take(left, each));
      return { hand: [...order, ...left], rows: rows.filter((row) => row.length > 0) };
    },
  };
}

/** Take a card of this face from `cards`, if one is there. */
function take(cards: Held[], face: string): readonly Held[] {
  const at = cards.findIndex((card) => card.face === face);
  return at < 0 ? [] : cards.splice(at, 1);
}
