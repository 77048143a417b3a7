/** Whether this seat's own word is shown: while a button is held down, or while it is pinned open. */
import { announce } from "@shell/announce";
import { computed, effect, signal, type ReadonlySignal } from "@preact/signals";

const KEPT = "chabudai.porters.open";

export interface Secret {
  readonly shown: ReadonlySignal<boolean>;
  /** It is pinned open. */
  readonly open: ReadonlySignal<boolean>;
  readonly hold: () => void;
  readonly release: () => void;
  readonly turn: () => void;
  readonly stop: () => void;
}

/** `say` gives the word in a sentence, which is announced to screen readers. */
export function openSecret(say: () => string): Secret {
  const held = signal(false);
  const open = signal(localStorage.getItem(KEPT) === "yes");
  const keep = effect(() => localStorage.setItem(KEPT, open.value ? "yes" : "no"));
  const release = (): void => {
    held.value = false;
  };
  // It is covered when the window loses the focus, so that nobody else sees it.
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
