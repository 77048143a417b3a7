/** What a game's folder gives the front page, which stands before anything else of the game is fetched. */

/** What the front page says of a game, in the reader's language. */
export interface Words {
  readonly title: string;
  readonly facts: string;
  readonly about: string;
  /** Where there is something to choose beforehand: a person alone with bots does it in the lobby. */
  readonly choose?: string;
  /** Where there is a page on which boards are drawn. */
  readonly draw?: string;
}

export interface Sign {
  readonly words: () => Words;
  /** How many bots come to a person alone. */
  readonly bots: number;
  /** The options with which that person, in seat 0, begins: the rules may leave it open. */
  readonly opening: Readonly<Record<string, unknown>>;
}
