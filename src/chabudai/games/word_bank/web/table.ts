/** The table's untyped state as Word Bank's own types. The server sends what types.gen.ts says. */
import { computed, type ReadonlySignal } from "@preact/signals";
import type { Table } from "@shell/table";
import type { Action, Ended, Event, Input, Said, View, Ways } from "./types.gen";

export type Direction = Input["direction"];
/** A place in the circle, 0 to 6 clockwise. */
export type Position = number;

export interface Play {
  readonly table: Table;
  readonly view: ReadonlySignal<View>;
  readonly seat: ReadonlySignal<number | null>;
  /** It is this seat's turn to say a word. */
  readonly mine: ReadonlySignal<boolean>;
  readonly legal: ReadonlySignal<readonly Action[]>;
  readonly story: ReadonlySignal<readonly (readonly Event[])[]>;
  readonly act: (action: Action) => void;
  readonly ways: (word: string) => Promise<Ways | null>;
}

export function openPlay(table: Table): Play {
  const view = computed(() => {
    const shown = table.shown.value;
    if (shown === null) throw new Error("the screen opens when the table is dealt");
    return shown.view as View;
  });
  return {
    table,
    view,
    seat: table.seat,
    mine: computed(() => view.value.phase.type === "turn" && view.value.phase.seat === table.seat.value),
    legal: computed(() => (table.shown.value?.legal ?? []) as readonly Action[]),
    story: computed(() => table.story.value.map((told) => told.events as readonly Event[])),
    act: table.act,
    ways: async (word) => (await table.ask({ type: "inputs", word })) as Ways | null,
  };
}

/** Every password that was accepted, oldest first. */
export function saidIn(story: readonly (readonly Event[])[]): readonly Said[] {
  return story.flat().filter((event) => event.type === "said");
}

export function endedIn(story: readonly (readonly Event[])[]): Ended | null {
  return story.flat().find((event) => event.type === "ended") ?? null;
}
