/** The table with the Kakapo's types, which match the server's messages (types.gen.ts). */
import { computed, effect, signal, type ReadonlySignal } from "@preact/signals";
import { stopAll } from "@shell/platform/dispose";
import type { Table } from "@shell/state/table";
import { cardsOf, typed, type Typed } from "@shell/state/typed_table";
import type { Action, Answer, Event, Place, Question, Select, View } from "./types.gen";

/** The task of this seat. While it tries the pieces of a selection, the task is to place them. */
export type Task = "reveal" | "select" | "place" | "wait" | "over";

/** A selection that has not been sent yet, and its pieces. */
export interface Trial {
  readonly skill: Select["skill"];
  readonly pieces: readonly string[];
}

export interface Play extends Typed<View, Action, Event, Question, Answer> {
  readonly task: ReadonlySignal<Task>;
  /** The decision card while this seat must select, even during a trial, or null otherwise. */
  readonly decision: ReadonlySignal<string | null>;
  /** The selection whose pieces this seat tries on the board. It is sent with the first placement. */
  readonly trial: ReadonlySignal<Trial | null>;
  /** Try the pieces of a selection on the board, or send it if there is a clock, a guide, or no piece. */
  readonly take: (trial: Trial) => void;
  readonly takeBack: () => void;
  /** Place a piece. If a selection is on trial, send it first. */
  readonly place: (action: Omit<Place, "type">) => void;
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
  readonly stop: () => void;
}

export function openPlay(table: Table): Play {
  const here = typed<View, Action, Event, Question, Answer>(table);
  const { view, seat, legal } = here;
  const turn = computed(() => {
    const { phase } = view.value;
    return phase.type === "dealing" || phase.type === "over" ? null : phase.seat;
  });
  /** After a move at a moment of a review, no seat owes another one. */
  const mine = computed(() => seat.value !== null && turn.value === seat.value && table.shown.value?.toAct.includes(seat.value) === true);
  const decision = computed(() => {
    const { phase } = view.value;
    return mine.value && phase.type === "selecting" ? phase.decision : null;
  });
  const trial = signal<Trial | null>(null);
  /** The placement to send once the selection has been accepted. */
  const due = signal<Place | null>(null);
  const stopTrial = effect(() => {
    if (decision.value === null) trial.value = null;
  });
  const stopDue = effect(() => {
    if (due.value === null || table.pending.value !== null) return;
    const wanted = due.value;
    due.value = null;
    if (mine.value && view.value.phase.type === "placing") here.act(wanted);
  });
  const task = computed<Task>(() => {
    const { phase } = view.value;
    if (phase.type === "over") return "over";
    if (!mine.value) return "wait";
    switch (phase.type) {
      case "revealing":
        return "reveal";
      case "selecting":
        return trial.value === null ? "select" : "place";
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
    decision,
    trial,
    take(wanted) {
      // With a clock, the selection must not be lost when the time is up. A guide waits for it, and so does a moment of
      // a review.
      const final = view.value.options.turn_clock !== "off" || table.guided.value !== null;
      if (final || wanted.pieces.length === 0) here.act({ type: "select", skill: wanted.skill });
      else trial.value = wanted;
    },
    takeBack: () => (trial.value = null),
    place(wanted) {
      const action: Place = { type: "place", ...wanted };
      if (trial.value === null) return here.act(action);
      if (due.value !== null || table.pending.value !== null) return;
      here.act({ type: "select", skill: trial.value.skill });
      due.value = action;
    },
    hand: computed(() => cardsOf(view.value.hands[seat.value ?? -1])),
    playable: computed(() => new Set(legal.value.flatMap((action) => (action.type === "reveal" ? [action.card] : [])))),
    choices: computed(() => legal.value.filter((action): action is Select => action.type === "select")),
    pieces: computed(() => {
      const { phase } = view.value;
      if (task.value !== "place") return [];
      return phase.type === "placing" ? phase.pieces : (trial.value?.pieces ?? []);
    }),
    busy: computed(() => table.pending.value !== null || due.value !== null),
    stop: stopAll([stopTrial, stopDue]),
  };
}
