/** The hint word that this seat is considering. Local to this page until the porter is put there. */
import { computed, effect, signal, type ReadonlySignal } from "@preact/signals";
import { stopAll } from "@shell/platform/dispose";
import { latest } from "@shell/state/typed_table";
import type { Play } from "./table";
import type { Spot } from "./types.gen";

export interface Placing {
  /** The chosen hint word, with the porters that it would take, or the reason why none may be put there. */
  readonly chosen: ReadonlySignal<Spot | null>;
  /** Whether the game refuses a porter of this seat on a hint word. */
  readonly isBarred: (card: number, word: number) => boolean;
  /** Whether `chosen` is about the current table. */
  readonly settled: ReadonlySignal<boolean>;
  readonly choose: (card: number, word: number) => void;
  readonly forget: () => void;
  readonly put: () => void;
  readonly stop: () => void;
}

interface Address {
  readonly card: number;
  readonly word: number;
}

export function openPlacing(play: Play): Placing {
  const address = signal<Address | null>(null);
  const survey = signal<{ readonly seq: number; readonly spots: readonly Spot[] } | null>(null);
  const seq = computed(() => play.table.shown.value?.seq ?? 0);

  const spotAt = (card: number, word: number): Spot | null =>
    survey.value?.spots.find((spot) => spot.card === card && spot.word === word) ?? null;
  const chosen = computed(() => {
    const at = address.value;
    return at === null || play.step.value !== "hint" ? null : spotAt(at.card, at.word);
  });

  const surveying = latest(
    (_seq: number) => play.ask({ type: "survey" }, "surveyed"),
    (found, at) => {
      if (found !== null) survey.value = { seq: at, spots: found.spots };
    },
  );
  const stops = [
    effect(() => {
      surveying.drop();
      // Ask again after each change to the table.
      if (play.step.value === "hint" && play.seat.value !== null) surveying.ask(seq.value);
      else address.value = null;
    }),
    // Clear the choice when this seat's porter has been put down.
    effect(() => {
      const done = play.story.value.at(-1)?.find((event) => event.type === "placed");
      if (done?.seat === play.seat.peek()) address.value = null;
    }),
  ];

  return {
    chosen,
    isBarred: (card, word) => (spotAt(card, word)?.against ?? null) !== null,
    settled: computed(() => survey.value?.seq === seq.value),
    choose(card, word) {
      const at = address.peek();
      address.value = at?.card === card && at.word === word ? null : { card, word };
    },
    forget: () => (address.value = null),
    put() {
      const spot = chosen.peek();
      if (spot !== null) play.act({ type: "place", card: spot.card, word: spot.word });
    },
    stop: stopAll(stops),
  };
}
