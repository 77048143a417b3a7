/** Adds the words of a finished game to its players' word history. */
import { Failure } from "../../net/api";
import type { Table } from "../../state/table";
import { wordsAt } from "../../net/meanings";
import { hasGame, noteGame } from "./word_history";

export async function keepWords(table: Table): Promise<void> {
  const seat = table.seat.peek();
  if (seat === null || hasGame(table.id)) return;
  try {
    const words = (await wordsAt(table.id)).filter(({ seats }) => seats.length > 0);
    noteGame(
      table.id,
      words.map(({ word, meanings, seats }) => ({ word, meanings, own: seats.includes(seat) })),
    );
  } catch (failure) {
    // The words are added when the end of the game is opened again.
    if (!(failure instanceof Failure)) throw failure;
  }
}
