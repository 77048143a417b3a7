/** The table with Word Porters' types, which match the server's messages (types.gen.ts). */
import { computed, type ReadonlySignal } from "@preact/signals";
import type { Table } from "@shell/state/table";
import { typed, type Typed } from "@shell/state/typed_table";
import type { Action, Answer, Event, Finished, Placed, Question, View } from "./types.gen";

/** The phase of a round. */
export type Step = "deal" | "hint" | "vote" | "rest" | "over";

export interface Play extends Typed<View, Action, Event, Question, Answer> {
  readonly step: ReadonlySignal<Step>;
  /** The number of this seat's own word, or 0 for a spectator and before the deal. */
  readonly identity: ReadonlySignal<number>;
  /** The seat whose turn it is to place a porter. */
  readonly turn: ReadonlySignal<number | null>;
  /** Whether it is this seat's turn to place a porter. */
  readonly mine: ReadonlySignal<boolean>;
  /** The round that was scored last. */
  readonly scored: ReadonlySignal<Finished | null>;
}

export function openPlay(table: Table): Play {
  const here = typed<View, Action, Event, Question, Answer>(table);
  const { view, seat } = here;
  const turn = computed(() => (view.value.phase.type === "hinting" ? view.value.phase.seat : null));
  return {
    ...here,
    turn,
    identity: computed(() => view.value.identities[seat.value ?? -1] ?? 0),
    step: computed(() => stepOf(view.value.phase.type)),
    mine: computed(() => turn.value !== null && turn.value === seat.value),
    scored: computed(() => view.value.rounds.at(-1) ?? null),
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

/** Return the seats clockwise from the one that starts. */
export function clockwise(first: number, seats: number): readonly number[] {
  return Array.from({ length: seats }, (_, at) => (first + at) % seats);
}

/** Return the porters that were put on a hint word in this round, oldest first. */
export function placedOn({ story }: Play, card: number, word: number): readonly Placed[] {
  const events = story.value.flat();
  const round = events.slice(events.map((event) => event.type).lastIndexOf("dealt") + 1);
  return round.filter((event) => event.type === "placed").filter((each) => each.card === card && each.word === word);
}

/** Return whether a porter is still visible where it was put. */
export function isOnTable(play: Play, placed: Placed): boolean {
  return ["hint", "vote"].includes(play.step.value) && placedOn(play, placed.card, placed.word).includes(placed);
}
