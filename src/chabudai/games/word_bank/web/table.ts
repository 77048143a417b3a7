/** The table in Word Bank's types, which the server's messages follow (types.gen.ts). */
import { computed, type ReadonlySignal } from "@preact/signals";
import type { Table } from "@shell/table";
import { typed, type Story, type Typed } from "@shell/typed";
import type { Action, Event, Input, Said, View, Ways } from "./types.gen";

export type Direction = Input["direction"];
/** A place in the circle, 0 to 6 clockwise. */
export type Position = number;

export interface Play extends Typed<View, Action, Event> {
  /** It is this seat's turn to say a word. */
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

/** Every password that was accepted, oldest first. */
export function saidIn(story: Story<Event>): readonly Said[] {
  return story.flat().filter((event) => event.type === "said");
}
