/** The table's untyped state as Word Porters' own types. The server sends what types.gen.ts says. */
import { computed, type ReadonlySignal } from "@preact/signals";
import type { Table } from "@shell/table";
import type { Action, Answer, Event, Finished, Question, View } from "./types.gen";

/** What a round is doing. */
export type Step = "deal" | "hint" | "vote" | "rest" | "over";

export interface Play {
  readonly table: Table;
  readonly view: ReadonlySignal<View>;
  readonly seat: ReadonlySignal<number | null>;
  readonly step: ReadonlySignal<Step>;
  /** The number of my own word; 0 for who watches, and before it is dealt. */
  readonly identity: ReadonlySignal<number>;
  /** Whose turn it is to place a porter. */
  readonly turn: ReadonlySignal<number | null>;
  /** It is this seat's turn to place a porter. */
  readonly mine: ReadonlySignal<boolean>;
  readonly legal: ReadonlySignal<readonly Action[]>;
  readonly story: ReadonlySignal<readonly (readonly Event[])[]>;
  /** The round that was scored last. */
  readonly scored: ReadonlySignal<Finished | null>;
  readonly act: (action: Action) => void;
  readonly ask: <T extends Answer["type"]>(question: Question, expected: T) => Promise<Extract<Answer, { type: T }> | null>;
}

export function openPlay(table: Table): Play {
  const view = computed(() => {
    const shown = table.shown.value;
    if (shown === null) throw new Error("the screen opens when the table is dealt");
    return shown.view as View;
  });
  const turn = computed(() => (view.value.phase.type === "hinting" ? view.value.phase.seat : null));
  return {
    table,
    view,
    turn,
    seat: table.seat,
    identity: computed(() => view.value.identities[table.seat.value ?? -1] ?? 0),
    step: computed(() => stepOf(view.value.phase.type)),
    mine: computed(() => turn.value !== null && turn.value === table.seat.value),
    legal: computed(() => (table.shown.value?.legal ?? []) as readonly Action[]),
    story: computed(() => table.story.value.map((told) => told.events as readonly Event[])),
    scored: computed(() => view.value.rounds.at(-1) ?? null),
    act: table.act,
    async ask(question, expected) {
      const answer = (await table.ask(question)) as Answer | null;
      return answer?.type === expected ? (answer as Extract<Answer, { type: typeof expected }>) : null;
    },
  };
}

function stepOf(phase: View["phase"]["type"]): Step {
  switch (phase) {
    case "hinting":
      return "hint";
    case "voting":
      return "vote";
    case "resting":
      return "rest";
    case "over":
      return "over";
    default:
      return "deal";
  }
}

/** The seats clockwise from the one that starts. */
export function clockwise(first: number, seats: number): readonly number[] {
  return Array.from({ length: seats }, (_, at) => (first + at) % seats);
}
