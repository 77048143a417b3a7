/** What a Quiddler table can agree on, as questions. The first answer is the rule of the box. */
import { questions, say } from "@shell/options";
import type { Choice, Option } from "@shell/room";
import type { Options } from "./types.gen";
import { t } from "./words";

const of = questions((name: keyof Options) => t(`option.${name}`));

export function options(name: (seat: number) => string, seats: number): readonly Option[] {
  const seconds = (n: number): Choice => say(n, t("option.clock.seconds", { n }));
  const dealers = Array.from({ length: seats }, (_, seat) => say(seat, name(seat)));
  const words = t("group.words");
  const points = t("group.points");
  const pace = t("group.pace");
  const off = say("off", t("option.clock.off"));
  const all: readonly Option[] = [
    of("validation", "QD-A9", words, [
      say("challenge", t("option.validation.challenge")),
      say("at-once", t("option.validation.at-once")),
    ]),
    of("lexicon", "QD-4", words, [
      say("standard", t("option.lexicon.standard")),
      say("casual", t("option.lexicon.casual")),
      say("expert", t("option.lexicon.expert")),
    ]),
    of("lookup", "QD-A8", words, [
      say("off-turn-not-table", t("option.lookup.not-table")),
      say("off-turn", t("option.lookup.off-turn")),
      say("none", t("option.lookup.none")),
    ]),
    of("two_player_bonus", "QD-33", points, [
      say("longest", t("option.two_player_bonus.longest")),
      say("most", t("option.two_player_bonus.most")),
    ]),
    of("struck_word", "QD-A3", points, [
      say("minus", t("option.struck_word.minus")),
      say("zero", t("option.struck_word.zero")),
    ]),
    of("score_floor", "QD-A2", points, [
      say("round+total", t("option.score_floor.both")),
      say("round", t("option.score_floor.round")),
      say("total", t("option.score_floor.total")),
      say("none", t("option.score_floor.none")),
    ]),
    of("first_dealer", "QD-A1", pace, [say("random", t("option.first_dealer.random")), ...dealers]),
    of("no_first_turn_out", "QD-A14", pace, [
      say(false, t("option.no_first_turn_out.no")),
      say(true, t("option.no_first_turn_out.yes")),
    ]),
    of("turn_cap", "QD-A21", pace, [off, ...[3, 5, 10].map((n) => say(n, t("option.turn_cap.turns", { n })))]),
    of("turn_clock", "QD-A7", pace, [off, ...[30, 60, 120].map(seconds)]),
    of("challenge_clock", "QD-A7", pace, [off, ...[20, 60].map(seconds)]),
    of("solo", "QD-A18", pace, [say("bots", t("option.solo.bots")), say("columns", t("option.solo.columns"))]),
  ];
  return all.filter((option) => option.name !== "two_player_bonus" || seats === 2);
}
