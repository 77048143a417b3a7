/** The address of a step in a finished game, with the seat whose view is shown: `#step-12-seat-1`. */
import { fragment, tablePath } from "./routes";

const named = (): RegExpExecArray | null => /^#step-(\d+)(?:-seat-(\d+))?$/.exec(fragment.value);

/** Return the step in the address. */
export const stepNamed = (): number => Number(named()?.[1] ?? 0);

/** Return the seat whose view the address requests, or null for a spectator's view. */
export function eyesNamed(): number | null {
  const seat = named()?.[2];
  return seat === undefined ? null : Number(seat);
}

export const stepPath = (table: string, at: number, seat: number | null): string =>
  `${tablePath(table)}#step-${at}${seat === null ? "" : `-seat-${seat}`}`;
