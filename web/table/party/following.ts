/** The way from a table to the next one of its party. Readers of the end or the lobby are taken there. */
import { signal, useSignalEffect } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { t } from "../../i18n/language";
import { isNamed } from "../../i18n/names";
import type { GameScreen } from "../../state/game_screen";
import { go, tablePath } from "../../state/routes";
import { join, unnamed, wayIn } from "../../state/seat_access";
import type { CommandBody, Table } from "../../state/table";
import { announce } from "../../ui/announcements";
import { sheet } from "../../ui/open_sheet";
import { person } from "../seating/people";
import { told } from "./words";

type Order = Omit<Extract<CommandBody, { readonly type: "again" }>, "type">;

/** The types of inputs without text. */
const TAPPED = ["checkbox", "radio", "range"];

/** The table where the reader has asked for the next game. */
const asked = signal<string | null>(null);
/** The table that another player has opened, and that player's name. */
const called = signal<{ readonly table: string; readonly name: string } | null>(null);

/** Open the party's next table, or go there if it is open. */
export function openNext(table: Table, order: Order = {}): void {
  const next = table.lobby.peek()?.next ?? null;
  if (next !== null) return void goToCurrent(table, next);
  if (asked.peek() === table.id) return;
  asked.value = table.id;
  table.send({ type: "again", ...order });
}

/** Go to the party's current table, which may be later than the next one. A reader who may not join
 * goes to the next one, whose page says why. */
async function goToCurrent(table: Table, next: string): Promise<void> {
  const seated = table.reader.peek() === null ? null : await join(wayIn(table.id)).catch(() => null);
  go(tablePath(seated?.table ?? next));
}

/** Return the name of the player who has opened the next table, or null if it is not open. */
export function openerOf(table: Table): string | null {
  const { next, next_by: by, chairs = [], host = 0 } = table.lobby.value ?? {};
  if (!next) return null;
  const seat = by ?? host;
  return seat === table.reader.value ? t("you") : person(chairs[seat]?.name ?? "");
}

/** Take the reader to the party's next table when it opens, unless they are busy. `known` is the next table that they
 * have already been offered. */
export function useFollowing(table: Table, known: string | null): void {
  const offered = useRef(known);
  useSignalEffect(() => {
    const next = table.lobby.value?.next ?? null;
    const name = openerOf(table);
    if (next === null || name === null || next === offered.current) return;
    offered.current = next;
    if (asked.peek() === table.id) return go(tablePath(next));
    if (isBusy()) return announce("now", told("opened", { name }));
    called.value = { table: next, name };
    // A reader who waited for a seat could not be asked before.
    if (table.reader.value === null && !isNamed()) unnamed.value = next;
    go(tablePath(next));
  });
  // A refused request may be repeated.
  useSignalEffect(() => {
    if (table.refusal.value !== null && asked.peek() === table.id) asked.value = null;
  });
}

/** Tell the reader, at the next table, who has opened it. */
export function callTo(next: string, table: Table): void {
  const name = openerOf(table);
  if (name !== null && table.lobby.peek()?.next === next) called.value = { table: next, name };
}

/** Announce and return the sentence about the player who opened this game, or an empty one if the reader did. */
export function useCalled(table: Table, screen: GameScreen): string {
  const call = called.value;
  const line = call?.table === table.id ? told("called", { name: call.name, game: screen.title }) : "";
  useEffect(() => announce("now", line), [line]);
  return line;
}

/** Return whether the reader types, has a sheet open, or has scrolled past the final picture to read. */
function isBusy(): boolean {
  const field = document.activeElement;
  const types = field instanceof HTMLInputElement ? !field.readOnly && !TAPPED.includes(field.type) : field?.matches("textarea") === true;
  const picture = document.querySelector(".finale .last-table");
  const reads = picture !== null && picture.getBoundingClientRect().bottom < innerHeight / 4;
  return types || reads || sheet.peek() !== null || document.querySelector("dialog[open]") !== null;
}
