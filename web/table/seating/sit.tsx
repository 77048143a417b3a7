/** For readers without a seat: a free seat to take, or a notice that the host has removed them. */
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { join } from "../../state/seat_access";
import { announce } from "../../ui/announcements";
import { failureText, meaning } from "../../state/refusals";
import { hasRoom } from "../../state/room";
import { myName } from "../../i18n/names";
import type { Table } from "../../state/table";
import { said } from "./words";

/** Return whether the host has removed the reader. */
export function useRemoved(table: Table): boolean {
  const removed = table.lobby.value?.seatless === "removed";
  useEffect(() => {
    if (removed) announce("now", meaning("removed"));
  }, [removed]);
  return removed;
}

/** Return whether the reader waits for a seat and one is free. */
export function maySit(table: Table): boolean {
  const lobby = table.lobby.value;
  return lobby?.seatless === "waiting" && hasRoom(lobby);
}

/** A button that takes an open seat for a waiting reader. */
export function SitDown({ table }: { readonly table: Table }) {
  const trouble = useSignal<string | null>(null);
  const sit = (): void => {
    join({ name: myName(), table: table.id }).then(
      table.reopen,
      (failure: unknown) => (trouble.value = failureText(failure)),
    );
  };
  return (
    <>
      {trouble.value && (
        <span class="trouble" role="alert">
          {trouble}
        </span>
      )}
      <button type="button" class="primary" data-testid="sit" onClick={sit}>
        {said("lobby.sit")}
      </button>
    </>
  );
}
