/** What a Word Porters table can agree on, as questions. The first answer is the rule of the box. */
import type { Choice, Option } from "@shell/room";
import { OwnHints, OwnWords } from "./own";
import type { Options } from "./types.gen";
import { t } from "./words";

type Name = keyof Options;
type Value = Choice["value"];

export function options(name: (seat: number) => string, seats: number): readonly Option[] {
  const say = (value: Value, label: string): Choice => ({ value, label });
  const seconds = (n: number): Choice => say(n, t("option.turn_clock.seconds", { n }));
  const starters = Array.from({ length: seats }, (_, seat) => say(seat, name(seat)));
  const base = (option: Name, rule: string, group: string) => ({ name: option, rule, group, title: t(`option.${option}`) });
  const either = (option: "children" | "shared_hint_words" | "kids_pass_final"): readonly Choice[] => [
    say(false, t(`option.${option}.no`)),
    say(true, t(`option.${option}.yes`)),
  ];
  const cards = t("group.cards");
  const start = t("group.start");
  return [
    { ...base("children", "WP-45", cards), choices: either("children") },
    { ...base("own_words", "WP-A19", cards), Form: OwnWords },
    { ...base("own_hints", "WP-A19", cards), Form: OwnHints },
    {
      ...base("first_player", "WP-A12", start),
      choices: [say("random", t("option.first_player.random")), ...starters],
    },
    { ...base("shared_hint_words", "WP-A1", start), choices: either("shared_hint_words") },
    { ...base("kids_pass_final", "WP-A6", start), choices: either("kids_pass_final") },
    {
      ...base("turn_clock", "WP-A17", start),
      choices: [say("off", t("option.turn_clock.off")), ...[30, 60, 120].map(seconds)],
    },
  ];
}
