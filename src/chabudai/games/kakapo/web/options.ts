/** What a Kakapo table can agree on, as questions. The first answer is the rule of the box. */
import type { Choice, Option } from "@shell/room";
import { missionsOf } from "./missions";
import type { Options } from "./types.gen";
import { t } from "./words";

type Name = keyof Options;
type Value = Choice["value"];

export function options(_name: (seat: number) => string, seats: number): readonly Option[] {
  const say = (value: Value, label: string): Choice => ({ value, label });
  const of = (option: Name, rule: string, group: string, choices: readonly Choice[]): Option => ({
    name: option,
    rule,
    group,
    choices,
    title: t(`option.${option}`),
  });
  const switched = (option: "leader_free_second" | "rescue_forced" | "double_scan_forgiving" | "void_tracker"): readonly Choice[] => [
    say(false, t(`option.${option}.no`)),
    say(true, t(`option.${option}.yes`)),
  ];
  const mode = seats === 2 ? "buddy" : "party";
  const book = t(`group.${mode}`);
  const strict = t("group.rules");
  const seconds = [30, 60, 120].map((n) => say(n, t("option.clock.seconds", { n })));
  const all: readonly Option[] = [
    of(
      "mission",
      "KK-7",
      book,
      missionsOf(mode).map((label, at) => say(at + 1, label)),
    ),
    of("leader_free_second", "KK-A1", strict, switched("leader_free_second")),
    of("rescue_forced", "KK-A4", strict, switched("rescue_forced")),
    of("double_scan_forgiving", "KK-A7", strict, switched("double_scan_forgiving")),
    of("void_tracker", "KK-29", strict, switched("void_tracker")),
    of("concession", "KK-A21", strict, [say(true, t("option.concession.yes")), say(false, t("option.concession.no"))]),
    of("turn_clock", "KK-13", strict, [say("off", t("option.clock.off")), ...seconds]),
  ];
  return all.filter((option) => option.name !== "leader_free_second" || seats === 2);
}
