/** A question about sounds, asked once in the reader's first turn. On a phone it is a button, so that the title has
 * room. If the turn ends without an answer, sounds stay off. The menu can change the answer. */
import { signal, useSignalEffect, type ReadonlySignal } from "@preact/signals";
import { t } from "../i18n/language";
import type { GameScreen } from "../state/game_screen";
import { coaches } from "../state/known_games";
import { sound, wide } from "../state/settings";
import { play } from "../stage/sound";
import { Icon } from "../ui/icons";
import { isPrivate, type Table } from "../state/table";

/** Whether the turn with the question has begun. */
const begun = signal(false);

export const asksForSound = (): boolean => begun.value && sound.value === "ask";

function answer(wanted: "on" | "off"): void {
  sound.value = wanted;
  play("turn");
}

/** Ask during the reader's turn, but not in a guide or while the turn is coached. */
export function useSoundQuestion(table: Table, screen: GameScreen, mine: ReadonlySignal<boolean>): void {
  useSignalEffect(() => {
    if (isPrivate(table.id) || coaches(table, screen)) return;
    if (mine.value) begun.value = true;
    else if (begun.peek() && sound.peek() === "ask") sound.value = "off";
  });
}

export function SoundQuestion() {
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
