/** Whether this seat's own word is shown. If all others are bots, it is open, also after reloads, unless the reader
 * covers it. With other people it is covered until it is opened, and covered again in each round and when the window
 * loses the focus. */
import { computed, effect, signal, type ReadonlySignal } from "@preact/signals";
import { announce } from "@shell/ui/announcements";
import { stopAll } from "@shell/platform/dispose";
import { lasting } from "@shell/platform/storage";
import type { Play } from "./table";

const KEPT = "chabudai.porters.covered";

export interface Secret {
  readonly shown: ReadonlySignal<boolean>;
  /** Open the word, or cover it. */
  readonly turn: () => void;
  readonly stop: () => void;
}

/** Create the secret. `say` returns the word in a sentence, which is announced to screen readers when it is opened. */
export function openSecret({ table, view }: Play, say: () => string): Secret {
  const covered = signal(lasting.get(KEPT) === "yes");
  const open = signal(false);
  const alone = computed(() => table.chairs.value.every(({ kind }, seat) => kind === "bot" || seat === table.seat.value));
  const round = computed(() => view.value.round);
  const shown = computed(() => (alone.value ? !covered.value : open.value));
  const cover = (): void => {
    open.value = false;
  };
  addEventListener("blur", cover);
  return {
    shown,
    turn() {
      if (alone.peek()) covered.value = !covered.peek();
      else open.value = !open.peek();
      if (shown.peek()) announce("now", say());
    },
    stop: stopAll([
      effect(() => void lasting.set(KEPT, covered.value ? "yes" : "no")),
      effect(() => {
        void round.value;
        cover();
      }),
      () => removeEventListener("blur", cover),
    ]),
  };
}
