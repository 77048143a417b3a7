/** The options of a Word Bank table. The first choice of each is the printed rule. */
import { questions, choice } from "@shell/state/options";
import type { Choice, Option } from "@shell/state/game_screen";
import type { Options } from "./types.gen";
import { t } from "./words";

const of = questions((name: keyof Options) => t(`option.${name}`));

export function options(name: (seat: number) => string, seats: readonly number[]): readonly Option[] {
  const minutes = (seconds: number): Choice => choice(seconds, t("option.turn_clock.seconds", { n: seconds }));
  const starters = seats.map((seat) => choice(seat, name(seat)));
  const words = t("group.words");
  const start = t("group.start");
  const pace = t("group.pace");
  return [
    of("retry_words", "WB-A7", words, [
      choice(false, t("option.retry_words.no")),
      choice(true, t("option.retry_words.yes")),
    ]),
    of("lexicon", "WB-A12", words, [
      choice("standard", t("option.lexicon.standard")),
      choice("casual", t("option.lexicon.casual")),
      choice("expert", t("option.lexicon.expert")),
    ]),
    of("word_vote", "WB-A18", words, [choice(false, t("option.word_vote.no")), choice(true, t("option.word_vote.yes"))]),
    of("root_rule", "WB-A10", words, [
      choice("derivation", t("option.root_rule.derivation")),
      choice("inflection", t("option.root_rule.inflection")),
      choice("off", t("option.root_rule.off")),
    ]),
    of("contains_rule", "WB-A8", words, [
      choice("literal", t("option.contains_rule.literal")),
      choice(3, t("option.contains_rule.from", { n: 3 })),
      choice(4, t("option.contains_rule.from", { n: 4 })),
      choice("off", t("option.contains_rule.off")),
    ]),
    of("min_length", "WB-A8", words, [2, 3, 4].map((n) => choice(n, t("option.min_length.letters", { n })))),
    of("first_player", "WB-A14", start, [choice("random", t("option.first_player.random")), ...starters]),
    of("balanced_start", "WB-A21", start, [
      choice(false, t("option.balanced_start.no")),
      choice(true, t("option.balanced_start.yes")),
    ]),
    of("turn_clock", "WB-A19", pace, [choice("off", t("option.turn_clock.off")), ...[30, 60, 120, 300].map(minutes)]),
    of("stalemate_rounds", "WB-A9", pace, [2, 1, 3].map((n) => choice(n, t("option.stalemate_rounds.rounds", { n })))),
  ];
}
