/** Building the options of a room. */
import type { Choice, Question } from "./room";

export const choice = (value: Choice["value"], label: string): Choice => ({ value, label });

/** Builds options whose titles come from the room's strings. */
export function questions<Name extends string>(title: (name: Name) => string) {
  return (name: Name, rule: string, group: string, choices: readonly Choice[]): Question => ({
    name,
    rule,
    group,
    choices,
    title: title(name),
  });
}
