/** The options of a Quiddler table. The first choice of each is the printed rule. */
import { questions, choice } from "@shell/state/options";
import type { Choice, Option } from "@shell/state/game_screen";
import type { Options } from "./types.gen";
import { t } from "./words";

const of = questions((name: keyof Options) => t(`option.${name}`));

export function options(name: (seat: number) => string, seats: readonly number[]): readonly Option[] {
  const seconds = (n: number): Choice => choice(n, t("option.clock.seconds", { n }));
  const dealers = seats.map((seat) => choice(seat, name(seat)));
  const words = t("group.words");
  const points = t("group.points");
  const pace = t("group.pace");
  const off = choice("off", t("option.clock.off"));
  const all: readonly Option[] = [
    of("validation", "QD-A9", words, [
      choice("challenge", t("option.validation.challenge")),
      choice("when-laid", t("option.validation.when-laid")),
      choice("at-once", t("option.validation.at-once")),
    ]),
    of("lexicon", "QD-4", words, [
      choice("standard", t("option.lexicon.standard")),
      choice("casual", t("option.lexicon.casual")),
      choice("expert", t("option.lexicon.expert")),
    ]),
    of("lookup", "QD-A8", words, [
      choice("off-turn-not-table", t("option.lookup.not-table")),
      choice("off-turn", t("option.lookup.off-turn")),
      choice("none", t("option.lookup.none")),
    ]),
    of("two_player_bonus", "QD-33", points, [
      choice("longest", t("option.two_player_bonus.longest")),
      choice("most", t("option.two_player_bonus.most")),
    ]),
    of("struck_word", "QD-A3", points, [
      choice("minus", t("option.struck_word.minus")),
      choice("zero", t("option.struck_word.zero")),
    ]),
    of("score_floor", "QD-A2", points, [
      choice("round+total", t("option.score_floor.both")),
      choice("round", t("option.score_floor.round")),
      choice("total", t("option.score_floor.total")),
      choice("none", t("option.score_floor.none")),
    ]),
    of("first_dealer", "QD-A1", pace, [choice("random", t("option.first_dealer.random")), ...dealers]),
    of("no_first_turn_out", "QD-A14", pace, [
      choice(false, t("option.no_first_turn_out.no")),
      choice(true, t("option.no_first_turn_out.yes")),
    ]),
    of("turn_cap", "QD-A21", pace, [off, ...[3, 5, 10].map((n) => choice(n, t("option.turn_cap.turns", { n })))]),
    of("turn_clock", "QD-A7", pace, [off, ...[30, 60, 120].map(seconds)]),
    of("challenge_clock", "QD-A7", pace, [off, ...[20, 60].map(seconds)]),
    of("solo", "QD-A18", pace, [choice("bots", t("option.solo.bots")), choice("columns", t("option.solo.columns"))]),
  ];
  return all.filter((option) => option.name !== "two_player_bonus" || seats.length === 2);
}
