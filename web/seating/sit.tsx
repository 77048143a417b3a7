/** For those who look on: a seat they may take, and that theirs was freed. */
import { useSignal, useSignalEffect } from "@preact/signals";
import { join } from "../api";
import { announce } from "../announce";
import { failureText } from "../frame/refusals";
import { t } from "../language";
import { myName } from "../names";
import type { Table } from "../table";

/** Whether the reader's seat was freed while this page was open. */
export function useRemoved(table: Table): boolean {
  const sat = useSignal(false);
  const removed = useSignal(false);
  useSignalEffect(() => {
    const seated = table.seat.value !== null;
    // The server may tell of the empty seat before it answers who has left it.
    if (seated) removed.value = false;
    else if (sat.peek() && !table.leaving()) {
      announce("now", t("removed"));
      removed.value = true;
    }
    sat.value = seated;
  });
  return removed.value;
}

interface Props {
  readonly table: Table;
  readonly code: string;
}

/** Takes an open seat for whoever looks on. */
export function SitDown({ table, code }: Props) {
  const trouble = useSignal<string | null>(null);
  const sit = (): void => {
    join({ name: myName(), code }).then(table.reopen, (failure: unknown) => (trouble.value = failureText(failure)));
  };
  return (
    <>
      {trouble.value && (
        <span class="trouble" role="alert">
          {trouble}
        </span>
      )}
      <button type="button" class="primary" data-testid="sit" onClick={sit}>
        {t("lobby.sit")}
      </button>
    </>
  );
}
