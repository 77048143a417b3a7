/** Time for the eye. Any key or tap lets what is moving arrive at once. */
import { signal } from "@preact/signals";
import { still } from "./settings";

/** Counts the times the reader wanted no more of what is moving. */
export const skips = signal(0);

let hurried = false;
let arrive: (() => void) | null = null;

/** Wait so many milliseconds; not at all when hurried, hidden, or when the reader wants no motion. */
export function pause(ms: number): Promise<void> {
  if (hurried || still.value || document.hidden) return Promise.resolve();
  return new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer);
      arrive = null;
      resolve();
    };
    const timer = window.setTimeout(done, ms);
    arrive = done;
  });
}

export function skip(): void {
  hurried = true;
  skips.value += 1;
  arrive?.();
}

/** A chain of motions begins. */
export function unhurried(): void {
  hurried = false;
}

export const hasty = (): boolean => hurried || still.value || document.hidden;
