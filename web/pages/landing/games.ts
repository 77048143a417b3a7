/** The games of the front page. */
import { screens } from "screens";
import type { LandingCard } from "../../state/landing_card";

export interface Game {
  readonly game: string;
  readonly card: LandingCard;
}

/** Known before the server answers, so that the page is complete immediately. */
export const games: readonly Game[] = Object.entries(screens)
  .flatMap(([game, files]) => (files ? [{ game, card: files.card }] : []))
  .sort((one, other) => one.card.place - other.card.place);
