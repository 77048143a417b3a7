/** Setting up a table, from any page. */
import { signal, type ReadonlySignal, type Signal } from "@preact/signals";
import { newTable } from "./seat_access";
import { failureText } from "./refusals";
import { myName } from "../i18n/names";
import { go, tablePath } from "./routes";
import { keepInvite } from "./invitations";
import type { NewTable } from "../net/types.gen";

/** A table as a page asks for it; the reader's name is added. */
export type Order = Omit<NewTable, "name">;

export interface TableSetup {
  /** A table is being set up; no other one can be. */
  readonly busy: ReadonlySignal<boolean>;
  /** Why the last one could not be set up, as a sentence. */
  readonly trouble: Signal<string | null>;
  /** Set up a table and go there. */
  readonly start: (table: Order) => Promise<void>;
}

export function openTableSetup(): TableSetup {
  const busy = signal(false);
  const trouble = signal<string | null>(null);
  return {
    busy,
    trouble,
    async start(table) {
      if (busy.peek()) return;
      busy.value = true;
      trouble.value = null;
      try {
        const seated = await newTable({ ...table, name: myName() });
        keepInvite(seated);
        go(tablePath(seated.table));
      } catch (failure) {
        trouble.value = failureText(failure);
      } finally {
        busy.value = false;
      }
    },
  };
}
