/** Creates tables from the front page. */
import { signal } from "@preact/signals";
import { openTableSetup, type Order } from "../../state/table_setup";
import { t } from "../../i18n/language";
import type { Level } from "../../net/types.gen";
import type { Game } from "./games";

/** The level of the bots that play against a single person. */
export const level = signal<Level>("easy");
export const { busy, trouble, start } = openTableSetup();

/** Return whether the page says that the server cannot be reached. */
export const isOffline = (): boolean => trouble.value === t("offline");

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

/** Return a request for a lobby for friends. */
export const withFriends = ({ game }: Game): Order => ({ game });
