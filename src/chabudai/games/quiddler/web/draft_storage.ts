/** Storage that keeps a seat's arrangement of cards across page reloads, for one round. */
import type { Held } from "./hand_card";
import { passing } from "@shell/platform/storage";
import type { Play } from "./table";

interface Kept {
  readonly round: number;
  readonly hand: readonly string[];
  readonly rows: readonly (readonly string[])[];
  readonly slot: string | null;
  readonly active: number;
  readonly typed: string;
}

/** An arrangement of cards: the hand in order, the rows, the discard, the active row and the letters typed for it. */
export interface Arrangement {
  readonly hand: readonly Held[];
  readonly rows: readonly (readonly number[])[];
  readonly slot: number | null;
  readonly active: number;
  readonly typed: string;
}

export interface DraftKeeper {
  readonly keep: (round: number, arrangement: Arrangement) => void;
  readonly restore: (round: number, hand: readonly Held[]) => Arrangement;
}

export function keepDraft(play: Play): DraftKeeper {
  const key = (): string => `chabudai.quiddler.${play.table.id}.${play.seat.peek() ?? "-"}`;
  return {
    keep(round, { hand, rows, slot, active, typed }) {
      const face = (id: number): string => hand.find((card) => card.id === id)?.face ?? "";
      const kept: Kept = {
        round,
        hand: hand.map((card) => card.face),
        rows: rows.map((row) => row.map(face)),
        slot: slot === null ? null : face(slot),
        active,
        typed,
      };
      passing.set(key(), JSON.stringify(kept));
    },
    restore(round, hand) {
      const kept = passing.getJson(key()) as Kept | null;
      if (kept?.round !== round) return { hand, rows: [], slot: null, active: 0, typed: "" };
      const free = [...hand];
      // Drop a row and the letters typed for it if one of its cards is no longer held.
      const rows = kept.rows.map((row) => takeAll(free, row));
      const slot = kept.slot === null ? undefined : takeAll(free, [kept.slot])[0];
      const whole = rows.every((row, at) => row.length === kept.rows[at]?.length);
      const left = [...hand];
      const order = kept.hand.flatMap((face) => takeAll(left, [face]));
      return {
        hand: [...order, ...left],
        rows: rows.map((row) => row.map((card) => card.id)),
        slot: slot?.id ?? null,
        active: kept.active,
        typed: whole ? kept.typed : "",
      };
    },
  };
}

/** Take cards of these faces from `cards`, or none if one is missing. */
function takeAll(cards: Held[], faces: readonly string[]): readonly Held[] {
  const left = [...cards];
  const taken: Held[] = [];
  for (const face of faces) {
    const at = left.findIndex((card) => card.face === face);
    if (at < 0) return [];
    taken.push(...left.splice(at, 1));
  }
  cards.splice(0, cards.length, ...left);
  return taken;
}
