/** Setting up a table from the front page. */
import { signal } from "@preact/signals";
import { wasOffered } from "../../state/guide_offers";
import { openTableSetup, type Order } from "../../state/table_setup";
import type { Level } from "../../net/types.gen";
import type { Game } from "./games";
import { opened } from "./dialogs";

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

/** A game alone at once; before the first of each game the ways to learn it are shown. */
export function playAlone(which: Game): void {
  if (wasOffered(which.game)) void start(alone(which));
  else opened.value = { kind: "learn", ...which };
}

/** A lobby for friends. */
export const withFriends = ({ game, card }: Game): Order => ({ game, seats: card.friends });
