/** The challenge that this seat is considering: the word, and the points at stake. */
import { effect, signal, type ReadonlySignal } from "@preact/signals";
import { latest } from "@shell/state/typed_table";
import type { Play } from "./table";
import type { Staked } from "./types.gen";

export interface Challenging {
  readonly word: ReadonlySignal<number | null>;
  readonly stake: ReadonlySignal<Staked | null>;
  readonly raise: (word: number) => void;
  readonly drop: () => void;
  readonly challenge: () => void;
  readonly stop: () => void;
}

export function openChallenging(play: Play): Challenging {
  const word = signal<number | null>(null);
  const stake = signal<Staked | null>(null);
  const asking = latest(
    (at: number) => play.ask({ type: "stake", word: at }, "staked"),
    (answer) => (stake.value = answer),
  );
  const drop = (): void => {
    asking.drop();
    word.value = null;
    stake.value = null;
  };
  // Drop the challenge when its word can no longer be challenged.
  const stop = effect(() => {
    if (word.value !== null && !play.challengeable.value.includes(word.value)) drop();
  });
  return {
    word,
    stake,
    drop,
    stop,
    raise(at) {
      word.value = at;
      stake.value = null;
      asking.ask(at);
    },
    challenge() {
      const at = word.value;
      if (at === null) return;
      play.act({ type: "challenge", round: play.view.value.round, word: at });
      drop();
    },
  };
}
