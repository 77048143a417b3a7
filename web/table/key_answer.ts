/** The keys that ask at a table, and the answer while it is shown. What is answered is fetched with the first question. */
import { signal } from "@preact/signals";
import type { GameScreen, Sitting, Status } from "../state/game_screen";

/** The keys that ask without Alt, as characters. */
export const askedAlone = (screen: GameScreen): string => (screen.letters ? "?" : "?olms");

/** The answer shown in place of the status, until that changes. */
export const answered = signal<{ readonly text: string; readonly instead: Status } | null>(null);

export const answerTo = (sitting: Sitting): string | null =>
  answered.value?.instead === sitting.status.value ? answered.value.text : null;
