/** The pace of a big screen: steps are shown one after another, each long enough to be read. */
import { pageTime } from "../platform/clock";
import { isHidden } from "../platform/visibility";

/** The duration of animations, as a multiple of the usual one. */
export const SLOW = 2;
/** The minimum time between two steps that have a sentence. */
const READ_MS = 1200;
/** Steps are not held if at least this number of updates wait. */
const LATE = 20;

export interface Pace {
  /** Wait until the previous step has been shown for long enough. Resolves to whether there is time to animate. */
  readonly ready: (behind: number) => Promise<boolean>;
  /** Note that a step is now shown. */
  readonly shown: () => void;
}

export function openPace(): Pace {
  let last = -Infinity;
  return {
    async ready(behind) {
      if (behind >= LATE || isHidden()) return false;
      const left = last + READ_MS - pageTime();
      if (left > 0) await new Promise((resolve) => setTimeout(resolve, left));
      return true;
    },
    shown: () => (last = pageTime()),
  };
}
