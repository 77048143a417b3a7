/** What a room's `web/landing_card/card.ts` gives the front page: all that is shown before anything else of the game is fetched. */

/** What the front page says of a game, in the reader's language. */
export interface CardText {
  readonly title: string;
  readonly facts: string;
  readonly about: string;
  /** The button that opens a lobby with bots: only where a person alone has something to choose first. */
  readonly choose?: string;
  /** The link to the page where boards are drawn: only where the game has one. */
  readonly draw?: string;
}

export interface LandingCard {
  readonly text: () => CardText;
  /** Where the card stands on the front page, the lowest first; equal ones by the names of their games. */
  readonly place: number;
  /** How many bots play with a person alone. */
  readonly bots: number;
  /** How many seats a table for friends has, until they set more or fewer. */
  readonly friends: number;
  /** The options of that person's table; the person has seat 0, and the rules may leave open who begins. */
  readonly opening: Readonly<Record<string, unknown>>;
  /** The options that make a first game alone gentler than the rules of the box; tables for friends begin by the box. */
  readonly gentle: Readonly<Record<string, unknown>>;
}
