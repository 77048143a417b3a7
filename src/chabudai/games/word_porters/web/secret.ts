/** My own word lies covered. It shows while it is held up, or as long as I let it lie open. */
import { announce } from "@shell/announce";
import { computed, effect, signal, type ReadonlySignal } from "@preact/signals";

const KEPT = "chabudai.porters.open";

export interface Secret {
  readonly shown: ReadonlySignal<boolean>;
  /** It lies open until it is covered again. */
  readonly open: ReadonlySignal<boolean>;
  readonly hold: () => void;
  readonly release: () => void;
  readonly turn: () => void;
  readonly stop: () => void;
}

/** `say`: my word in a sentence, for whoever listens instead of looking. */
export function openSecret(say: () => string): Secret {
  const held = signal(false);
  const open = signal(localStorage.getItem(KEPT) === "yes");
  const keep = effect(() => localStorage.setItem(KEPT, open.value ? "yes" : "no"));
  const release = (): void => {
    held.value = false;
  };
  // Whoever comes by while I am away sees nothing.
  addEventListener("blur", release);
  return {
    shown: computed(() => held.value || open.value),
    open,
    hold() {
      if (held.peek()) return;
      held.value = true;
      announce("now", say());
    },
    release,
    turn: () => (open.value = !open.value),
    stop: () => {
      keep();
      removeEventListener("blur", release);
    },
  };
}
