/** Helper for the options of a table. */
import type { Choice, Question } from "./game_screen";

export const choice = (value: Choice["value"], label: string): Choice => ({ value, label });

/** Return a function that builds options with titles from the game's strings. */
export function questions<Name extends string>(title: (name: Name) => string) {
  return (name: Name, rule: string, group: string, choices: readonly Choice[]): Question => ({
    name,
    rule,
    group,
    choices,
    title: title(name),
  });
}
