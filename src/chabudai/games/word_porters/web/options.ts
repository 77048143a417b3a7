/** The options of a Word Porters table. The first choice of each is the printed rule. */
import { questions, choice } from "@shell/state/options";
import type { Choice, Option } from "@shell/state/game_screen";
import { OwnHints, OwnWords } from "./lobby/forms";
import type { Options } from "./types.gen";
import { t } from "./words";

const of = questions((name: keyof Options) => t(`option.${name}`));

export function options(name: (seat: number) => string, seats: readonly number[]): readonly Option[] {
  const seconds = (n: number): Choice => choice(n, t("option.turn_clock.seconds", { n }));
  const starters = seats.map((seat) => choice(seat, name(seat)));
  const either = (option: "children" | "shared_hint_words" | "kids_pass_final"): readonly Choice[] => [
    choice(false, t(`option.${option}.no`)),
    choice(true, t(`option.${option}.yes`)),
  ];
  const cards = t("group.cards");
  const start = t("group.start");
  return [
    of("children", "WP-45", cards, either("children")),
    of("own_share", "WP-A19", cards, [
      choice("all", t("option.own_share.all")),
      ...[5, 10, 20].map((n) => choice(n, t("option.own_share.some", { n }))),
    ]),
    { name: "own_words", rule: "WP-A19", group: cards, title: t("option.own_words"), Form: OwnWords },
    { name: "own_hints", rule: "WP-A19", group: cards, title: t("option.own_hints"), Form: OwnHints },
    of("first_player", "WP-A12", start, [choice("random", t("option.first_player.random")), ...starters]),
    of("shared_hint_words", "WP-A1", start, either("shared_hint_words")),
    of("kids_pass_final", "WP-A6", start, either("kids_pass_final")),
    of("turn_clock", "WP-A17", start, [choice("off", t("option.turn_clock.off")), ...[30, 60, 120].map(seconds)]),
  ];
}
