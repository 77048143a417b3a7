/** The interface of a game to the front page: `web/landing_card/card.ts`, the content shown before the rest of the
 * game is fetched, and `web/art.tsx`, its pictures. */
import type { ComponentType } from "preact";

/** The text about a game on the front page, in the reader's language. */
export interface CardText {
  readonly title: string;
  readonly facts: string;
  readonly about: string;
  /** The button that opens a lobby with bots, if a single person has something to choose first. */
  readonly choose?: string;
  /** The link to the page where boards are drawn, if the game has one. */
  readonly draw?: string;
}

export interface LandingCard {
  readonly text: () => CardText;
  /** The position of the card on the front page, the lowest first. Equal positions are sorted by game name. */
  readonly place: number;
  /** The number of bots in a game for one person. */
  readonly bots: number;
  /** The options of a table for one person, who has seat 0. The rules may leave open which seat begins. */
  readonly opening: Readonly<Record<string, unknown>>;
  /** The options that make a person's first game with bots gentler than the printed rules. Tables for friends begin
   * with the printed rules. */
  readonly gentle: Readonly<Record<string, unknown>>;
  /** The winner's score in words, if a lead over the other scores would not say how the game was won. */
  readonly result?: (score: number) => string;
  /** The name of the mission with these options, if all players win or lose together. */
  readonly mission?: (options: unknown) => string;
}

/** A point in a picture. */
export type Point = readonly [x: number, y: number];

/** A move of a recorded game, for the front page's table. */
export interface RecordedMove {
  /** The number of players. */
  readonly seats: number;
  /** The move on a field of 500 by 230 around the origin: its result, preceded once by an animation for readers who
   * want motion. `cushions` are the places of the seats. */
  readonly Scene: ComponentType<{ readonly cushions: readonly Point[] }>;
}

export interface Pictures {
  /** The game's picture, 320 by 104. */
  readonly Art: ComponentType;
  /** An object of the game for the front page's table, on a field of 180 by 110 around the origin. */
  readonly Thing?: ComponentType;
  /** The game in 30 seconds: a picture for each line in its rulebook, on a field of 160 by 104. */
  readonly glance?: readonly ComponentType[];
  /** The front page shows the move of the first game that has one. */
  readonly move?: RecordedMove;
}
