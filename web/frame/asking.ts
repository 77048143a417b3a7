/** The keys that ask at a table, and the answer while it is shown. What is answered is fetched with the first question. */
import { signal } from "@preact/signals";
import type { Room, Sitting, Status } from "../room";

/** The keys that ask without Alt, as characters. */
export const askedAlone = (room: Room): string => (room.letters ? "?" : "?olms");

/** The answer shown in place of the status, until that changes. */
export const answered = signal<{ readonly text: string; readonly instead: Status } | null>(null);

export const answerTo = (sitting: Sitting): string | null =>
  answered.value?.instead === sitting.status.value ? answered.value.text : null;
