/** For readers without a seat: a free seat, the next game, or why neither is possible now. */
import { signal, useSignal, useSignalEffect } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { yourTables } from "../../net/api";
import { meaning } from "../../state/refusals";
import { hasRoom } from "../../state/room";
import { join, wish } from "../../state/seat_access";
import { go, tablePath } from "../../state/routes";
import { isPrivate, type Table } from "../../state/table";
import { maySit, SitDown, useRemoved } from "../seating/sit";
import { person } from "../seating/people";
import { people, t } from "../../i18n/language";
import { told } from "./words";

/** The waiting guests that the host has read about. */
const known = signal<readonly string[]>([]);

/** Return whether the reader has neither a seat nor a place among those who wait. */
function isOutside(table: Table): boolean {
  const lobby = table.lobby.value;
  return lobby !== null && lobby.daily === null && table.reader.value === null && lobby.seatless === null && table.again !== true && !isPrivate(table.id);
}

/** Return whether the reader may join without a link: as a member of the party, or by the link that led here. */
export function useMembership(table: Table): boolean {
  const member = useSignal(false);
  const outside = isOutside(table);
  useEffect(() => {
    if (!outside) return;
    yourTables().then(
      (tables) => (member.value = tables.some((each) => each.table === table.id)),
      () => (member.value = false),
    );
  }, [table, outside]);
  return outside && (member.value || wish.value?.table === table.id);
}

/** Ask again for a seat in the next game once a silent game is over, if the reader came by link or code. */
function useReturn(table: Table): void {
  const asked = useRef(false);
  useSignalEffect(() => {
    const came = wish.value;
    if (asked.current || came?.table !== table.id || table.lobby.value?.status !== "over" || !isOutside(table)) return;
    asked.current = true;
    join(came.request).then(
      (seated) => (seated.table === table.id ? table.reopen() : go(tablePath(seated.table))),
      // The button below is still there, and says why.
      () => undefined,
    );
  });
}

export function Arrival({ table }: { readonly table: Table }) {
  const removed = useRemoved(table);
  const member = useMembership(table);
  useReturn(table);
  const lobby = table.lobby.value;
  if (lobby === null || table.reader.value !== null || lobby.next !== null) return null;
  const free = maySit(table);
  const waits = lobby.seatless === "waiting";
  const text = removed ? meaning("removed") : waits && !free ? told("door.next") : member && lobby.silent ? told("door.silent") : "";
  const enters = free || (member && !lobby.silent);
  if (text === "" && !enters) return null;
  return (
    <div class="strip" role="group" data-testid="strip">
      {text !== "" && <span role="status">{text}</span>}
      {enters && <SitDown table={table} text={lobby.status === "playing" && hasRoom(lobby) ? null : told("door.play")} />}
    </div>
  );
}

/** For the host during a game: the guests who have come for the next one, until the host has read it. */
export function Late({ table }: { readonly table: Table }) {
  const lobby = table.lobby.value;
  const door = lobby?.door.filter((name) => !known.value.includes(name)) ?? [];
  if (lobby === null || door.length === 0 || hasRoom(lobby) || table.hello.value?.host !== true) return null;
  const names = people(door.map((name) => person(name)));
  return (
    <div class="strip" role="group" data-testid="late-friends">
      <span role="status">{told(door.length === 1 ? "late" : "late.several", { names })}</span>
      <button type="button" data-testid="late-read" onClick={() => (known.value = [...known.value, ...door])}>
        {t("close")}
      </button>
    </div>
  );
}
