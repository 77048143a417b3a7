/** The table of a moment: a decision of a finished game, which the reader makes again. */
import { computed, signal, type ReadonlySignal } from "@preact/signals";
import { openTable, type Table } from "../state/table";
import type { Judged } from "../net/types.gen";

export interface MomentTable {
  readonly table: Table;
  /** "asking" until the reader has moved; then "judging" until the answer arrives; "failed" if none is available. */
  readonly stage: ReadonlySignal<"asking" | "judging" | "judged" | "failed">;
  /** The judgement of the move on the table. */
  readonly judged: ReadonlySignal<Judged | null>;
  /** Whether the reader has asked for the best move. */
  readonly helped: boolean;
  /** Make the best move. */
  readonly showBest: () => void;
}

/** A placeholder until a move has been judged. */
const NONE: Judged = { type: "judged", seq: -1, action: null, best: false, said: [] };

/** Open a moment, for the reader to "try" a move, or for the best move to be "shown". */
export function openMoment(id: string, at: number, purpose: "try" | "shown"): MomentTable {
  // Each visit begins before the decision, so nothing is remembered.
  const real = openTable(`moment/${id}/${at}`, () => undefined);
  const table: Table = {
    ...real,
    // A game keeps the draft of a try under the table's id, and it must not cover the best move.
    id: purpose === "try" ? real.id : `${real.id}/shown`,
    // As at a guide's table, the menu then offers nothing that needs other people.
    guided: computed(() => real.guided.value ?? NONE),
  };
  const helped = purpose === "shown";
  const declined = signal(false);
  const judged = computed(() => {
    const found = table.guided.value;
    return found?.type === "judged" && found.seq === table.shown.value?.seq ? found : null;
  });
  const stage = computed(() => {
    const owes = table.shown.value?.toAct.includes(table.seat.value ?? -1) === true;
    if (judged.value !== null) return "judged";
    if (helped) return declined.value ? "failed" : "judging";
    if (owes) return "asking";
    return table.refusal.value === null ? "judging" : "failed";
  });
  return {
    table,
    stage,
    judged,
    helped,
    showBest: () => void table.request({ type: "show" }).then((done) => (declined.value = !done)),
  };
}
