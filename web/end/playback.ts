/** Plays a recording: shows one step after another, until the last one or until the reader takes over. */
import { signal, type ReadonlySignal } from "@preact/signals";
import { isHidden } from "../platform/visibility";
import type { Recording } from "./recording";

/** Time to read a step before the next one, in milliseconds. */
const STEP_MS = 1600;

export interface Playback {
  readonly playing: ReadonlySignal<boolean>;
  /** Begin at the visible step, or at the first one if the last is visible. */
  readonly play: () => void;
  readonly pause: () => void;
}

export function openPlayback({ at, of, show }: Recording): Playback {
  const playing = signal(false);
  let timer = 0;

  function pause(): void {
    clearTimeout(timer);
    playing.value = false;
  }

  const isAtEnd = (): boolean => at.peek() >= of.peek() - 1;

  async function advance(to: number): Promise<void> {
    try {
      await show(to);
    } catch (failure) {
      pause();
      throw failure;
    }
    if (!playing.peek()) return;
    if (isAtEnd()) return pause();
    clearTimeout(timer);
    // A hidden page waits at its step.
    timer = window.setTimeout(() => void advance(at.peek() + (isHidden() ? 0 : 1)), STEP_MS);
  }

  return {
    playing,
    play() {
      playing.value = true;
      void advance(isAtEnd() ? 0 : at.peek() + 1);
    },
    pause,
  };
}
