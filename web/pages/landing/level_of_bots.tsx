/** The level of the front page's bots. */
import { t, type Key } from "../../i18n/language";
import { LEVELS } from "../../state/bot_levels";
import { Pills } from "../../ui/pills";
import { level } from "./table_starts";

export function LevelOfBots() {
  return (
    <div class="level">
      <Pills
        legend={t("bots")}
        pills={LEVELS.map((each) => ({ value: each, label: t(`level.${each}` satisfies Key) }))}
        value={level.value}
        onPick={(picked) => (level.value = picked)}
      />
    </div>
  );
}
