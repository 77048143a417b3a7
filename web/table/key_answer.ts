/** The question keys at a table, and the answer while it is shown. The code is fetched with the first question. */
import { signal } from "@preact/signals";
import type { GameScreen, Sitting, Status } from "../state/game_screen";

/** Return the question keys that do not need Alt, as characters. */
export const askedAlone = (screen: GameScreen): string => (screen.letters ? "?" : "?olms");

/** The answer shown in place of the status, until the status changes. */
export const answered = signal<{ readonly text: string; readonly instead: Status } | null>(null);

export const answerTo = (sitting: Sitting): string | null =>
  answered.value?.instead === sitting.status.value ? answered.value.text : null;
