/** A question about sounds, asked once in the reader's first turn. If the turn ends without an answer, sounds stay off.
 * The menu can change the answer. */
import { signal, useSignalEffect, type ReadonlySignal } from "@preact/signals";
import type { GameScreen } from "../state/game_screen";
import { coaches } from "../state/known_games";
import { sound } from "../state/settings";
import { isPrivate, type Table } from "../state/table";

/** Whether the turn with the question has begun. */
const begun = signal(false);

export const asksForSound = (): boolean => begun.value && sound.value === "ask";

/** Ask during the reader's turn, but not in a guide or while the turn is coached. */
export function useSoundQuestion(table: Table, screen: GameScreen, mine: ReadonlySignal<boolean>): void {
  useSignalEffect(() => {
    if (isPrivate(table.id) || coaches(table, screen)) return;
    if (mine.value) begun.value = true;
    else if (begun.peek() && sound.peek() === "ask") sound.value = "off";
  });
}
