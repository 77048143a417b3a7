/** The verdict on a challenged word, and the seat that lost its points. */
import { nameAt } from "@shell/state/player_names";
import { Icon } from "@shell/ui/icons";
import type { Play } from "./table";
import type { Laid } from "./types.gen";
import { t } from "./words";

export function Verdict({ play, word: { verdict } }: { readonly play: Play; readonly word: Laid }) {
  if (verdict === null) return null;
  const { allowed, loser, loss } = verdict;
  return (
    <span class={allowed ? "verdict" : "verdict against"}>
      <Icon name={allowed ? "check" : "close"} />
      {t(allowed ? "verdict.stands" : "verdict.struck", { name: nameAt(play.table, loser), n: loss })}
    </span>
  );
}
