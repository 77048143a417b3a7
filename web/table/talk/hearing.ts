/** The reader's own choices about the signs of others, kept in this browser: who is muted, and what is read out. */
import { signal } from "@preact/signals";
import { lasting } from "../../platform/storage";
import type { MayTalk, Sign } from "../../net/types.gen";
import { lookOf } from "../../state/looks";
import type { Table } from "../../state/table";

const MUTED = "chabudai.muted";
const ALOUD = "chabudai.aloud";
/** The maximum number of muted players to remember. */
const MOST_MUTED = 100;

const muted = signal<readonly unknown[]>(lasting.getList(MUTED));
/** Whether signs are read out by screen readers. */
export const aloud = signal(lasting.get(ALOUD) !== "off");

export function readAloud(wanted: boolean): void {
  aloud.value = wanted;
  lasting.set(ALOUD, wanted ? "on" : "off");
}

/** Return the key of a player, who keeps colour and shape from game to game, but not always the name or the seat. */
const keyOf = (table: Table, seat: number): string => `${table.lobby.value?.party ?? table.id}/${lookOf(seat)}`;

export const isMuted = (table: Table, seat: number): boolean => muted.value.includes(keyOf(table, seat));

export function mute(table: Table, seat: number, wanted: boolean): void {
  const key = keyOf(table, seat);
  const others = muted.value.filter((each) => each !== key);
  muted.value = wanted ? [...others, key].slice(-MOST_MUTED) : others;
  lasting.set(MUTED, JSON.stringify(muted.value));
}

/** Return all signs of players who are not muted, oldest first. */
export const heard = (table: Table): readonly Sign[] =>
  table.talked.value.flatMap(({ signs }) => signs).filter(({ seat }) => seat === table.seat.value || !isMuted(table, seat));

/** Return the signs that the reader may send now. */
export const mayTalk = (table: Table): MayTalk => table.talked.value.at(-1)?.may ?? "none";

/** Return whether another guest is at the table. */
export const hasOthers = (table: Table): boolean => table.chairs.value.some(({ kind }, seat) => kind === "guest" && seat !== table.seat.value);
