/** What a Word Bank table can agree on, as questions. The first answer is the rule of the box. */
import { questions, say } from "@shell/options";
import type { Choice, Option } from "@shell/room";
import type { Options } from "./types.gen";
import { t } from "./words";

const of = questions((name: keyof Options) => t(`option.${name}`));

export function options(name: (seat: number) => string, seats: number): readonly Option[] {
  const minutes = (seconds: number): Choice => say(seconds, t("option.turn_clock.seconds", { n: seconds }));
  const starters = Array.from({ length: seats }, (_, seat) => say(seat, name(seat)));
  const words = t("group.words");
  const start = t("group.start");
  const pace = t("group.pace");
  return [
    of("retry_words", "WB-A7", words, [
      say(false, t("option.retry_words.no")),
      say(true, t("option.retry_words.yes")),
    ]),
    of("lexicon", "WB-A12", words, [
      say("standard", t("option.lexicon.standard")),
      say("casual", t("option.lexicon.casual")),
      say("expert", t("option.lexicon.expert")),
    ]),
    of("word_vote", "WB-A18", words, [say(false, t("option.word_vote.no")), say(true, t("option.word_vote.yes"))]),
    of("root_rule", "WB-A10", words, [
      say("derivation", t("option.root_rule.derivation")),
      say("inflection", t("option.root_rule.inflection")),
      say("off", t("option.root_rule.off")),
    ]),
    of("contains_rule", "WB-A8", words, [
      say("literal", t("option.contains_rule.literal")),
      say(3, t("option.contains_rule.from", { n: 3 })),
      say(4, t("option.contains_rule.from", { n: 4 })),
      say("off", t("option.contains_rule.off")),
    ]),
    of("min_length", "WB-A8", words, [2, 1, 3, 4].map((n) => say(n, t("option.min_length.letters", { n })))),
    of("first_player", "WB-A14", start, [say("random", t("option.first_player.random")), ...starters]),
    of("balanced_start", "WB-A21", start, [
      say(false, t("option.balanced_start.no")),
      say(true, t("option.balanced_start.yes")),
    ]),
    of("turn_clock", "WB-A19", pace, [say("off", t("option.turn_clock.off")), ...[30, 60, 120, 300].map(minutes)]),
    of("stalemate_rounds", "WB-A9", pace, [2, 1, 3].map((n) => say(n, t("option.stalemate_rounds.rounds", { n })))),
  ];
}
