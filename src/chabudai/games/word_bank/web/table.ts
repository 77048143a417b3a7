/** The table with Word Bank's types, which match the server's messages (types.gen.ts). */
import { computed, type ReadonlySignal } from "@preact/signals";
import type { Table } from "@shell/state/table";
import { typed, type Story, type Typed } from "@shell/state/typed_table";
import type { Action, Event, Input, Rejected, Said, View, Ways } from "./types.gen";

export type Direction = Input["direction"];
/** A place in the circle, 0 to 6 clockwise. */
export type Position = number;

export interface Play extends Typed<View, Action, Event> {
  /** Whether it is this seat's turn to say a word. */
  readonly mine: ReadonlySignal<boolean>;
  readonly ways: (word: string) => Promise<Ways | null>;
}

export function openPlay(table: Table): Play {
  const here = typed<View, Action, Event>(table);
  const { view, seat } = here;
  return {
    ...here,
    mine: computed(() => view.value.phase.type === "turn" && view.value.phase.seat === seat.value),
    ways: async (word) => (await table.ask({ type: "inputs", word })) as Ways | null,
  };
}

/** Return every accepted password, oldest first. */
export function saidIn(story: Story<Event>): readonly Said[] {
  return story.flat().filter((event) => event.type === "said");
}

/** Return the words said since this seat's last turn, oldest first, or its own word if no others exist. Spectators get
 * the words of one round. */
export function saidLately({ story, seat, view }: Play): readonly (Said | Rejected)[] {
  const turns = story.value.flat().filter((event) => event.type === "said" || event.type === "rejected" || event.type === "passed");
  const round = turns.slice(-view.value.stones.length);
  const mine = round.map((turn) => turn.seat).lastIndexOf(seat.value ?? -1);
  const since = mine === round.length - 1 ? round.slice(mine) : round.slice(mine + 1);
  return since.filter((turn) => turn.type !== "passed");
}

/** Return the places of a password whose safes have not been replaced since. */
export function keptBy(story: Story<Event>, said: Said): readonly Position[] {
  const events = story.flat();
  const at = events.indexOf(said);
  const since = at === -1 ? [] : events.slice(at + 1);
  return said.positions.filter((position) => !since.some((event) => event.type === "refilled" && event.position === position));
}

/** Return the letters that got the stones of a password, in order. */
export function lettersOf(story: Story<Event>, { positions }: Pick<Said, "positions">, said?: unknown): readonly string[] {
  const events = story.flat();
  const at = events.findIndex((event) => event === said);
  const ring: string[] = [];
  for (const event of at === -1 ? events : events.slice(0, at)) {
    if (event.type === "dealt") event.ring.forEach(({ letter }, position) => (ring[position] = letter));
    if (event.type === "refilled") ring[event.position] = event.safe?.letter ?? "";
  }
  return positions.map((position) => ring[position] ?? "");
}
