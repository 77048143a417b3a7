/** A challenge being considered: which word, and what is at stake. */
import { effect, signal, type ReadonlySignal } from "@preact/signals";
import type { Play } from "./table";
import type { Staked } from "./types.gen";

export interface Doubt {
  readonly word: ReadonlySignal<number | null>;
  readonly stake: ReadonlySignal<Staked | null>;
  readonly raise: (word: number) => void;
  readonly drop: () => void;
  readonly challenge: () => void;
  readonly stop: () => void;
}

export function openDoubt(play: Play): Doubt {
  const word = signal<number | null>(null);
  const stake = signal<Staked | null>(null);
  const drop = (): void => {
    word.value = null;
    stake.value = null;
  };
  // A word that somebody else has challenged, or that has been collected, is not doubted any more.
  const stop = effect(() => {
    if (word.value !== null && !play.doubtful.value.includes(word.value)) drop();
  });
  return {
    word,
    stake,
    drop,
    stop,
    raise(at) {
      word.value = at;
      stake.value = null;
      void play.ask({ type: "stake", word: at }, "staked").then((answer) => {
        if (word.value === at) stake.value = answer;
      });
    },
    challenge() {
      const at = word.value;
      if (at === null) return;
      play.act({ type: "challenge", round: play.view.value.round, word: at });
      drop();
    },
  };
}
