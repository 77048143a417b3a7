/** The address of a step of a finished game, and whose eyes it is seen with: `#step-12-seat-1`. */
import { fragment, tablePath } from "./routes";

const named = (): RegExpExecArray | null => /^#step-(\d+)(?:-seat-(\d+))?$/.exec(fragment.value);

/** The step that the address names. */
export const stepNamed = (): number => Number(named()?.[1] ?? 0);

/** The seat with whose eyes to see it; null: those of somebody watching. */
export function eyesNamed(): number | null {
  const seat = named()?.[2];
  return seat === undefined ? null : Number(seat);
}

export const stepPath = (table: string, at: number, seat: number | null): string =>
  `${tablePath(table)}#step-${at}${seat === null ? "" : `-seat-${seat}`}`;
