/** This seat's votes until they are confirmed. A reload of the page keeps them. */
import { computed, effect, signal, type ReadonlySignal } from "@preact/signals";
import { stopAll } from "@shell/platform/dispose";
import { passing } from "@shell/platform/storage";
import { latest } from "@shell/state/typed_table";
import type { Play } from "./table";
import type { Weighed, Why } from "./types.gen";

export interface Voting {
  /** The number guessed for each seat, or 0 if there is none yet. After confirming, these are the confirmed votes. */
  readonly votes: ReadonlySignal<readonly number[]>;
  readonly confirmed: ReadonlySignal<boolean>;
  /** Whether blank votes were filled in for this seat. */
  readonly filled: ReadonlySignal<boolean>;
  /** The seat for the next number. */
  readonly active: ReadonlySignal<number | null>;
  /** The game's answer about the current votes, or null until it arrives. */
  readonly weighed: ReadonlySignal<Weighed | null>;
  /** The game's warning about a number, which was therefore not given. Choosing it again gives it. */
  readonly doubted: ReadonlySignal<Why | null>;
  /** The seat that has just lost its tile to another. */
  readonly robbed: ReadonlySignal<number | null>;
  readonly opponents: ReadonlySignal<readonly number[]>;
  readonly turnTo: (seat: number) => void;
  /** Give a number to a seat, or take it back if the seat has it. A number used for another seat moves. */
  readonly lay: (target: number, number: number) => void;
  readonly stop: () => void;
}

export function openVoting(play: Play): Voting {
  const draft = signal<readonly number[]>([]);
  const active = signal<number | null>(null);
  const robbed = signal<number | null>(null);
  const weighed = signal<Weighed | null>(null);
  const doubted = signal<Why | null>(null);
  /** Whether the reader has repeated a number despite its warning. */
  let insists = false;
  const seats = computed(() => play.view.value.scores.length);
  const voting = computed(() => play.step.value === "vote" && play.seat.value !== null);
  const place = computed(() => `chabudai.porters.votes.${play.table.id}.${play.view.value.round}`);
  const opponents = computed(() =>
    Array.from({ length: seats.value }, (_, seat) => seat).filter((seat) => seat !== play.seat.value),
  );
  const own = computed(() => (play.view.value.phase.type === "voting" ? play.view.value.phase.own : []));
  const confirmed = computed(() => own.value.length > 0);
  const filled = computed(() => confirmed.value && isBlank(own.value));
  const votes = computed(() => (own.value.length > 0 ? own.value : draft.value));

  const next = (given: readonly number[], after: number): number | null => {
    const open = opponents.peek().filter((seat) => given[seat] === 0);
    return open.find((seat) => seat > after) ?? open[0] ?? null;
  };

  const weighing = latest(
    (given: readonly number[]) => play.ask({ type: "weigh", vote: { type: "vote", votes: given } }, "weighed"),
    (answer, given) => {
      const warning = answer?.warning ?? null;
      if (warning === null || insists) weighed.value = answer;
      else doubt(warning, given.indexOf(Number(warning.facts["number"])));
    },
  );

  /** Take back the vote for a seat, because of a warning. */
  function doubt(warning: Why, target: number): void {
    draft.value = draft.peek().map((number, seat) => (seat === target ? 0 : number));
    active.value = target;
    robbed.value = null;
    doubted.value = warning;
  }

  const stops = [
    effect(() => {
      if (!voting.value) {
        insists = false;
        doubted.value = null;
        draft.value = [];
        active.value = null;
        return;
      }
      const kept = remembered(place.value, seats.value);
      draft.value = kept;
      active.value = next(kept, -1);
    }),
    effect(() => {
      if (voting.value && draft.value.length > 0) passing.set(place.value, JSON.stringify(draft.value));
    }),
    effect(() => {
      const given = draft.value;
      weighing.drop();
      weighed.value = null;
      if (voting.value && !confirmed.value && given.some((number) => number > 0)) weighing.ask(given);
    }),
  ];

  return {
    votes,
    active,
    robbed,
    opponents,
    confirmed,
    filled,
    weighed,
    doubted,
    turnTo(seat) {
      doubted.value = null;
      active.value = seat;
      robbed.value = null;
    },
    lay(target, number) {
      const before = draft.peek();
      const back = before[target] === number;
      const from = before.findIndex((each, seat) => each === number && seat !== target);
      const after = before.map((each, seat) => (seat === target ? (back ? 0 : number) : each === number ? 0 : each));
      draft.value = after;
      insists ||= doubted.peek()?.facts["number"] === number;
      doubted.value = null;
      robbed.value = from === -1 ? null : from;
      active.value = back ? target : (next(after, target) ?? target);
    },
    stop: stopAll(stops),
  };
}

/** Return whether confirmed votes were filled in for a player who did not vote. */
export const isBlank = (votes: readonly number[]): boolean => votes.every((number) => number === 0);

/** Return the votes from before a reload. */
function remembered(place: string, seats: number): readonly number[] {
  const none = Array<number>(seats).fill(0);
  const kept: unknown = passing.getJson(place);
  if (!Array.isArray(kept) || kept.length !== seats) return none;
  return kept.map((each: unknown) => (typeof each === "number" && each >= 0 && each <= 10 ? each : 0));
}
