/** The table's untyped state as Quiddler's own types. The server sends what types.gen.ts says. */
import { computed, type ReadonlySignal } from "@preact/signals";
import type { Table } from "@shell/table";
import { asking, cardsOf, typed, type Ask, type Typed } from "@shell/typed";
import type { Action, Answer, Column, Event, Question, View } from "./types.gen";

/** What the moment asks of this seat. */
export type Moment = "draw" | "act" | "last" | "settle" | "solo" | "wait" | "over";

export interface Play extends Typed<View, Action, Event> {
  readonly moment: ReadonlySignal<Moment>;
  /** Whose turn it is; null between turns. */
  readonly turn: ReadonlySignal<number | null>;
  /** My cards; empty for who watches. */
  readonly hand: ReadonlySignal<readonly string[]>;
  readonly columns: ReadonlySignal<readonly Column[]>;
  /** The words of this round, by number, that I may challenge now. */
  readonly doubtful: ReadonlySignal<readonly number[]>;
  readonly totals: ReadonlySignal<readonly number[]>;
  readonly ask: Ask<Question, Answer>;
}

export function openPlay(table: Table): Play {
  const here = typed<View, Action, Event>(table);
  const { view, seat, legal } = here;
  const turn = computed(() => {
    const { phase } = view.value;
    return phase.type === "drawing" || phase.type === "acting" || phase.type === "refilling" ? phase.seat : null;
  });
  const moment = computed<Moment>(() => {
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
  const doubtful = computed(() => legal.value.flatMap((action) => (action.type === "challenge" ? [action.word] : [])));
  return {
    ...here,
    turn,
    moment,
    doubtful,
    hand: computed(() => cardsOf(view.value.hands[seat.value ?? -1])),
    columns: computed(() => (view.value.phase.type === "solo" ? view.value.phase.columns : [])),
    totals: computed(() => {
      const { sheet, hands, laid } = view.value;
      if (hands.length === 1) return [laid.reduce((sum, word) => sum + word.points, 0)];
      return sheet.at(-1)?.map((line) => line.total) ?? hands.map(() => 0);
    }),
    ask: asking(table),
  };
}
