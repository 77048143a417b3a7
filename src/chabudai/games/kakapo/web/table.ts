/** The table's untyped state as the Kakapo's own types. The server sends what types.gen.ts says. */
import { computed, type ReadonlySignal } from "@preact/signals";
import type { Table } from "@shell/table";
import { asking, cardsOf, typed, type Ask, type Typed } from "@shell/typed";
import type { Action, Answer, Event, Question, Select, View } from "./types.gen";

/** What the moment asks of this seat. */
export type Moment = "reveal" | "select" | "place" | "wait" | "over";

export interface Play extends Typed<View, Action, Event> {
  readonly moment: ReadonlySignal<Moment>;
  /** Who is to act; null while nature deals and after the end. */
  readonly turn: ReadonlySignal<number | null>;
  /** My cards; empty for who watches. */
  readonly hand: ReadonlySignal<readonly string[]>;
  /** The cards I may reveal now. */
  readonly playable: ReadonlySignal<ReadonlySet<string>>;
  /** What I may select now. */
  readonly choices: ReadonlySignal<readonly Select[]>;
  /** The pieces I am to place. */
  readonly pieces: ReadonlySignal<readonly string[]>;
  readonly busy: ReadonlySignal<boolean>;
  readonly ask: Ask<Question, Answer>;
}

export function openPlay(table: Table): Play {
  const here = typed<View, Action, Event>(table);
  const { view, seat, legal } = here;
  const turn = computed(() => {
    const { phase } = view.value;
    return phase.type === "dealing" || phase.type === "over" ? null : phase.seat;
  });
  const moment = computed<Moment>(() => {
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
    moment,
    hand: computed(() => cardsOf(view.value.hands[seat.value ?? -1])),
    playable: computed(() => new Set(legal.value.flatMap((action) => (action.type === "reveal" ? [action.card] : [])))),
    choices: computed(() => legal.value.filter((action): action is Select => action.type === "select")),
    pieces: computed(() => {
      const { phase } = view.value;
      return phase.type === "placing" && moment.value === "place" ? phase.pieces : [];
    }),
    busy: computed(() => table.pending.value !== null),
    ask: asking(table),
  };
}
