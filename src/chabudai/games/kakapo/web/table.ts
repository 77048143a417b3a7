/** The table with the Kakapo's types, which match the server's messages (types.gen.ts). */
import { computed, type ReadonlySignal } from "@preact/signals";
import type { Table } from "@shell/state/table";
import { cardsOf, typed, type Typed } from "@shell/state/typed_table";
import type { Action, Answer, Event, Question, Select, View } from "./types.gen";

/** The task of this seat. */
export type Task = "reveal" | "select" | "place" | "wait" | "over";

export interface Play extends Typed<View, Action, Event, Question, Answer> {
  readonly task: ReadonlySignal<Task>;
  /** The seat that must act, or null while cards are dealt and after the end. */
  readonly turn: ReadonlySignal<number | null>;
  /** This seat's cards, or none for a spectator. */
  readonly hand: ReadonlySignal<readonly string[]>;
  /** The cards that this seat may reveal now. */
  readonly playable: ReadonlySignal<ReadonlySet<string>>;
  /** The selections that this seat may make now. */
  readonly choices: ReadonlySignal<readonly Select[]>;
  /** The pieces that this seat must place. */
  readonly pieces: ReadonlySignal<readonly string[]>;
  readonly busy: ReadonlySignal<boolean>;
}

export function openPlay(table: Table): Play {
  const here = typed<View, Action, Event, Question, Answer>(table);
  const { view, seat, legal } = here;
  const turn = computed(() => {
    const { phase } = view.value;
    return phase.type === "dealing" || phase.type === "over" ? null : phase.seat;
  });
  const task = computed<Task>(() => {
    const { phase } = view.value;
    if (phase.type === "over") return "over";
    if (seat.value === null || turn.value !== seat.value) return "wait";
    switch (phase.type) {
      case "revealing":
        return "reveal";
      case "selecting":
        return "select";
      case "placing":
        return "place";
      case "dealing":
        return "wait";
    }
  });
  return {
    ...here,
    turn,
    task,
    hand: computed(() => cardsOf(view.value.hands[seat.value ?? -1])),
    playable: computed(() => new Set(legal.value.flatMap((action) => (action.type === "reveal" ? [action.card] : [])))),
    choices: computed(() => legal.value.filter((action): action is Select => action.type === "select")),
    pieces: computed(() => {
      const { phase } = view.value;
      return phase.type === "placing" && task.value === "place" ? phase.pieces : [];
    }),
    busy: computed(() => table.pending.value !== null),
  };
}
