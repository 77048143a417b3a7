/** Puts the words of a game that is over into the diary of whoever sat there. */
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
    // They come when the end is looked at the next time.
    if (!(failure instanceof Failure)) throw failure;
  }
}
