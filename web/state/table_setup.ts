/** Creates a table, from any page. */
import { signal, type ReadonlySignal, type Signal } from "@preact/signals";
import { newTable } from "./seat_access";
import { failureText } from "./refusals";
import { myName } from "../i18n/names";
import { go, tablePath } from "./routes";
import { keepInvite } from "./invitations";
import type { NewTable } from "../net/types.gen";

/** A request for a table, without the reader's name, which is added. */
export type Order = Omit<NewTable, "name">;

export interface TableSetup {
  /** Whether a table is being created. No other table can be created meanwhile. */
  readonly busy: ReadonlySignal<boolean>;
  /** The reason why the last table could not be created, as a sentence. */
  readonly trouble: Signal<string | null>;
  /** Create a table and go there. */
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
