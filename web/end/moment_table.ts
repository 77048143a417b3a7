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
  readonly helped: ReadonlySignal<boolean>;
  /** Make the best move. */
  readonly showBest: () => void;
}

/** The judgement of no step. */
const NONE: Judged = { type: "judged", seq: -1, action: null, best: false, said: [] };

export function openMoment(id: string, at: number): MomentTable {
  // Each visit begins before the decision, so nothing is remembered.
  const real = openTable(`moment/${id}/${at}`, () => undefined);
  // As at a guide's table, the menu then offers nothing that needs other people.
  const table: Table = { ...real, guided: computed(() => real.guided.value ?? NONE) };
  const helped = signal(false);
  const asked = signal(false);
  const judged = computed(() => {
    const found = table.guided.value;
    return found?.type === "judged" && found.seq === table.shown.value?.seq ? found : null;
  });
  const stage = computed(() => {
    const owes = table.shown.value?.toAct.includes(table.seat.value ?? -1) === true;
    if (asked.value) return "judging";
    if (judged.value !== null) return "judged";
    if (owes) return "asking";
    return table.refusal.value === null ? "judging" : "failed";
  });
  return {
    table,
    stage,
    judged,
    helped,
    showBest() {
      helped.value = true;
      asked.value = true;
      void table.request({ type: "show" }).then(() => (asked.value = false));
    },
  };
}
