/** For readers without a seat: a free seat to take, or a notice that the host has removed them. */
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { join, wayIn } from "../../state/seat_access";
import { announce } from "../../ui/announcements";
import { failureText, meaning } from "../../state/refusals";
import { hasRoom } from "../../state/room";
import { said } from "./words";
import type { Table } from "../../state/table";

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
  return lobby?.seatless === "waiting" && lobby.status !== "over" && hasRoom(lobby);
}

interface Props {
  readonly table: Table;
  /** Null for "Sit down". */
  readonly text: string | null;
}

/** A button that takes an open seat for a reader, or a place among those who wait. */
export function SitDown({ table, text }: Props) {
  const trouble = useSignal<string | null>(null);
  const sit = (): void => {
    join(wayIn(table.id)).then(
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
        {text ?? said("lobby.sit")}
      </button>
    </>
  );
}
