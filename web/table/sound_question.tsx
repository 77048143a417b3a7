/** Asks once, in the reader's first turn, whether there shall be sounds. It stands in the place of the title, so that nothing
 * moves; whoever lets the turn go by has said no. The menu changes the answer. */
import { signal, useSignalEffect, type ReadonlySignal } from "@preact/signals";
import { t } from "../i18n/language";
import { sound } from "../state/settings";
import { play } from "../stage/sound";
import type { Table } from "../state/table";

/** The turn in which it is asked has begun. */
const begun = signal(false);

export const asksForSound = (): boolean => begun.value && sound.value === "ask";

function answer(wanted: "on" | "off"): void {
  sound.value = wanted;
  play("turn");
}

/** Ask while it is the reader's turn, but not while a guide is read. */
export function useSoundQuestion(table: Table, mine: ReadonlySignal<boolean>): void {
  useSignalEffect(() => {
    if (table.id.includes("/")) return;
    if (mine.value) begun.value = true;
    else if (begun.peek() && sound.peek() === "ask") sound.value = "off";
  });
}

export function SoundQuestion() {
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
