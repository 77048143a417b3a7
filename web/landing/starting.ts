/** Setting up a table from the front page. */
import { signal } from "@preact/signals";
import { openTableSetup, type Order } from "../new_table";
import type { Level } from "../types.gen";
import type { Game } from "./games";

/** How well the bots play against whom a person plays alone. */
export const level = signal<Level>("easy");
export const { busy, trouble, start } = openTableSetup();

/** A lobby for a person with bots. */
export const withBots = ({ game, card }: Game): Order => ({
  game,
  seats: card.bots + 1,
  bots: Array<Level>(card.bots).fill(level.value),
});

/** A game of a person with bots that begins at once, and gently. */
export const alone = (which: Game): Order => ({
  ...withBots(which),
  options: { ...which.card.opening, ...which.card.gentle },
  begin: true,
});

/** A lobby for friends. */
export const withFriends = ({ game, card }: Game): Order => ({ game, seats: card.friends });
