/** What a game gives the front page: `web/landing_card/card.ts`, all that is shown before anything else of the game is
 * fetched, and `web/art.tsx`, its pictures. */
import type { ComponentType } from "preact";

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

/** A point of a picture. */
export type Point = readonly [x: number, y: number];

/** A move of a recorded game, as it is shown on the front page's table. */
export interface RecordedMove {
  /** How many sit there. */
  readonly seats: number;
  /** The move on a field of 500 by 230 round the origin: at rest what it has done, and once, for those who want motion,
   * how it is made. `cushions` are the seats' places. */
  readonly Scene: ComponentType<{ readonly cushions: readonly Point[] }>;
}

export interface Pictures {
  /** The game's picture, 320 by 104. */
  readonly Art: ComponentType;
  /** Something of the game that lies on the front page's table, on a field of 180 by 110 round the origin. */
  readonly Thing?: ComponentType;
  /** The game in 30 seconds: a picture for each line that its rulebook has of that, on a field of 160 by 104. */
  readonly glance?: readonly ComponentType[];
  /** The first game that has one shows it. */
  readonly move?: RecordedMove;
}
