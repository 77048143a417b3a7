/** A room's options as questions to the table. */
import type { Choice, Question } from "./room";

export const say = (value: Choice["value"], label: string): Choice => ({ value, label });

/** Puts questions that the room titles in its own words. */
export function questions<Name extends string>(title: (name: Name) => string) {
  return (name: Name, rule: string, group: string, choices: readonly Choice[]): Question => ({
    name,
    rule,
    group,
    choices,
    title: title(name),
  });
}
