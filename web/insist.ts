/** What is said while others speak is meant all the same: it is said again to the table as it is now. */
import { effect, untracked } from "@preact/signals";
import type { Table } from "./table";

/** An action on its way, and the seq it was decided on. */
interface Sent<Action> {
  readonly action: Action;
  readonly seq: number;
}

export interface Voice<Action> {
  readonly act: (action: Action) => void;
  readonly stop: () => void;
}

/** An action that comes too late is sent once more when the table has moved on, if it is `meant` then too. */
export function insist<Action>(table: Table, meant: (action: Action) => boolean): Voice<Action> {
  let sent: Sent<Action> | null = null;
  let late: Sent<Action> | null = null;
  function act(action: Action): void {
    sent = { action, seq: table.shown.peek()?.seq ?? 0 };
    table.act(action);
  }
  const stop = effect(() => {
    const seq = table.shown.value?.seq ?? 0;
    if (table.refusal.value?.code === "stale") late = sent;
    if (late === null || seq <= late.seq) return;
    const { action } = late;
    late = null;
    untracked(() => {
      if (meant(action)) act(action);
    });
  });
  return { act, stop };
}
