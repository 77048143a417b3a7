/** Pauses for animations. Any key or tap ends them. */
import { signal } from "@preact/signals";
import { still } from "./settings";
import { isHidden } from "../platform/visibility";

/** How often animations have been skipped so far. */
export const skips = signal(0);

let hurried = false;

/** The duration of animations, as a multiple of the usual one. */
export const tempo = { slow: 1 };
let arrive: (() => void) | null = null;

/** Wait some milliseconds, or not at all if animations are skipped, the page is hidden or the reader wants no
 * motion. */
export function pause(ms: number): Promise<void> {
  if (hurried || still.value || isHidden()) return Promise.resolve();
  return new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer);
      arrive = null;
      resolve();
    };
    const timer = window.setTimeout(done, ms * tempo.slow);
    // Waiting for the page to be drawn is not an animation.
    if (ms > 0) arrive = done;
  });
}

/** End the animation, and skip those of this step that follow. Returns whether one was running. */
export function skip(): boolean {
  const running = arrive !== null;
  hurried = true;
  skips.value += 1;
  arrive?.();
  return running;
}

/** Stop skipping animations: a new one begins. */
export function resumeMotion(): void {
  hurried = false;
}

export const skipsMotion = (): boolean => hurried || still.value || isHidden();
