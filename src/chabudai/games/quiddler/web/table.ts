/** The table with Quiddler's types, which match the server's messages (types.gen.ts). */
import { computed, type ReadonlySignal } from "@preact/signals";
import type { Table } from "@shell/state/table";
import { cardsOf, typed, type Typed } from "@shell/state/typed_table";
import type { Action, Answer, Column, Event, Question, View } from "./types.gen";

/** The task of this seat. */
export type Task = "draw" | "act" | "last" | "settle" | "solo" | "wait" | "over";

export interface Play extends Typed<View, Action, Event, Question, Answer> {
  readonly task: ReadonlySignal<Task>;
  /** The seat whose turn it is, or null between turns. */
  readonly turn: ReadonlySignal<number | null>;
  /** This seat's cards, or none for a spectator. */
  readonly hand: ReadonlySignal<readonly string[]>;
  readonly columns: ReadonlySignal<readonly Column[]>;
  /** The indices of this round's words that this seat may challenge now. */
  readonly challengeable: ReadonlySignal<readonly number[]>;
  /** Whether the score sheet is on the screen. */
  readonly sheeted: ReadonlySignal<boolean>;
  /** Whether words are checked when they are laid, so that there are no challenges. */
  readonly checked: ReadonlySignal<boolean>;
  /** The points of each seat, including those of a round that is being settled. */
  readonly totals: ReadonlySignal<readonly number[]>;
}

export function openPlay(table: Table): Play {
  const here = typed<View, Action, Event, Question, Answer>(table);
  const { view, seat, legal } = here;
  const turn = computed(() => {
    const { phase } = view.value;
    return phase.type === "drawing" || phase.type === "acting" || phase.type === "refilling" ? phase.seat : null;
  });
  const task = computed<Task>(() => {
    const { phase, last } = view.value;
    if (phase.type === "over") return "over";
    if (seat.value === null) return "wait";
    if (phase.type === "solo") return "solo";
    if (phase.type === "settling") return "settle";
    if (turn.value !== seat.value) return "wait";
    if (phase.type === "drawing") return "draw";
    if (phase.type === "acting") return last === null ? "act" : "last";
    return "wait";
  });
  const challengeable = computed(() => legal.value.flatMap((action) => (action.type === "challenge" ? [action.word] : [])));
  return {
    ...here,
    turn,
    task,
    challengeable,
    hand: computed(() => cardsOf(view.value.hands[seat.value ?? -1])),
    columns: computed(() => (view.value.phase.type === "solo" ? view.value.phase.columns : [])),
    sheeted: computed(() => view.value.phase.type === "settling" || view.value.phase.type === "over"),
    checked: computed(() => view.value.options.validation !== "challenge"),
    totals: computed(() => {
      const { sheet, hands, laid, phase, tally } = view.value;
      if (hands.length === 1) return [laid.reduce((sum, word) => sum + word.points, 0)];
      const lines = phase.type === "settling" && tally !== null ? tally.lines : sheet.at(-1);
      return lines?.map((line) => line.total) ?? hands.map(() => 0);
    }),
  };
}
