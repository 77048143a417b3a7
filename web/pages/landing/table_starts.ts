/** Creates tables from the front page. */
import { signal } from "@preact/signals";
import { wasOffered } from "../../state/guide_offers";
import { openTableSetup, type Order } from "../../state/table_setup";
import type { Level } from "../../net/types.gen";
import type { Game } from "./games";
import { opened } from "./dialogs";

/** The level of the bots that play against a single person. */
export const level = signal<Level>("easy");
export const { busy, trouble, start } = openTableSetup();

/** Return a request for a lobby of one person with bots. */
export const withBots = ({ game, card }: Game): Order => ({
  game,
  seats: card.bots + 1,
  bots: Array<Level>(card.bots).fill(level.value),
});

/** Return a request for a gentle game of one person with bots, which begins immediately. */
export const alone = (which: Game): Order => ({
  ...withBots(which),
  options: { ...which.card.opening, ...which.card.gentle },
  begin: true,
});

/** Start a game alone with bots immediately. Before the first such game of each kind, offer ways to learn it. */
export function playAlone(which: Game): void {
  if (wasOffered(which.game)) void start(alone(which));
  else opened.value = { kind: "learn", ...which };
}

/** Return a request for a lobby for friends. */
export const withFriends = ({ game, card }: Game): Order => ({ game, seats: card.friends });
