/** Options of a table of Tall Tales. The first choice of each is the printed rule. */
import { choice, questions } from "@shell/state/options";
import type { Option } from "@shell/state/game_screen";
import type { Options } from "./types.gen";
import { t } from "./words";

const of = questions((name: keyof Options) => t(`option.${name}`));

export function options(): readonly Option[] {
  const group = t("group");
  const seconds = [10, 30, 60].map((n) => choice(n, t("option.turn_clock.seconds", { n })));
  return [
    of("rounds", "TT-A5", group, [4, 2, 6].map((n) => choice(n, t("option.rounds.n", { n })))),
    of("bold", "TT-A3", group, [choice(false, t("option.bold.no")), choice(true, t("option.bold.yes"))]),
    of("shown", "TT-A2", group, [choice(false, t("option.shown.no")), choice(true, t("option.shown.yes"))]),
    of("turn_clock", "TT-A4", group, [choice("off", t("option.turn_clock.off")), ...seconds]),
  ];
}
