/** The question about sounds. On a phone it is a button, so that the title has room. */
import { t } from "../i18n/language";
import { silent } from "../state/second_screen";
import { sound, wide } from "../state/settings";
import { play } from "../stage/sound";
import { Icon } from "../ui/icons";

function answer(wanted: "on" | "off"): void {
  sound.value = wanted;
  play("turn");
}

export function SoundChoice() {
  if (silent.value) return null;
  if (!wide.value) {
    return (
      <button type="button" aria-label={t("sound.turn-on")} data-testid="sound-yes" onClick={() => answer("on")}>
        <Icon name="silent" />
      </button>
    );
  }
  return (
    <div class="sound-question" role="group" aria-labelledby="sound-question" data-testid="sound-question">
      <span id="sound-question">{t("sound.ask")}</span>
      <button type="button" data-testid="sound-yes" onClick={() => answer("on")}>
        {t("sound.ask.yes")}
      </button>
      <button type="button" data-testid="sound-no" onClick={() => answer("off")}>
        {t("sound.ask.no")}
      </button>
    </div>
  );
}
