/** The options of a Kakapo table. The first choice of each is the printed rule. */
import { questions, choice } from "@shell/state/options";
import type { Option } from "@shell/state/game_screen";
import { MissionForm } from "./pick";
import type { Options } from "../types.gen";
import { t } from "../words";

const of = questions((name: keyof Options) => t(`option.${name}`));
type Switched = "leader_free_second" | "rescue_forced" | "double_scan_forgiving" | "void_tracker";

export function options(_name: (seat: number) => string, { length: seats }: readonly number[]): readonly Option[] {
  const group = t("group.rules");
  const switched = (name: Switched, rule: string): Option =>
    of(name, rule, group, [choice(false, t(`option.${name}.no`)), choice(true, t(`option.${name}.yes`))]);
  const mode = seats === 2 ? "buddy" : "party";
  const seconds = [30, 60, 120].map((n) => choice(n, t("option.clock.seconds", { n })));
  return [
    { name: "mission", rule: "KK-7", group: t(`group.${mode}`), title: t("option.mission"), Form: MissionForm },
    // KK-31: three or four players never lack a piece.
    ...(seats === 2 ? [switched("leader_free_second", "KK-A1"), switched("rescue_forced", "KK-A4")] : []),
    switched("double_scan_forgiving", "KK-A7"),
    switched("void_tracker", "KK-A25"),
    of("concession", "KK-A21", group, [choice(true, t("option.concession.yes")), choice(false, t("option.concession.no"))]),
    of("turn_clock", "KK-A23", group, [choice("off", t("option.clock.off")), ...seconds]),
  ];
}
