/** The screens found by web/build/: folders of games with `web/game_screen.tsx`, `web/landing_card/card.ts` and
 * `web/art.tsx`. */
declare module "screens" {
  import type { ComponentType } from "preact";
  import type { LandingCard } from "@shell/state/landing_card";
  import type { GameScreen } from "@shell/state/game_screen";

  export interface ScreenFiles {
    /** Part of the front page: `web/landing_card/card.ts`. */
    readonly card: LandingCard;
    /** Fetches the game's screen, `web/game_screen.tsx`, and its style sheet. */
    readonly loadScreen: () => Promise<{ readonly screen: GameScreen }>;
    /** Fetches the page where boards of this game are drawn, `web/studio/page.tsx`, if it has one. */
    readonly loadStudio?: () => Promise<{ readonly Studio: ComponentType }>;
  }
  /** Screens by the name of the game, which is the name of its folder with "-" for "_". */
  export const screens: Readonly<Partial<Record<string, ScreenFiles>>>;
}

/** A style sheet's file name. A game's style sheets must be in a folder listed in APART (web/build/screens.mjs). */
declare module "*.css" {
  const file: string;
  export default file;
}

/** Functions that fetch the book of a game, `web/book/page.tsx`, if it has one. */
declare module "books" {
  import type { BookFiles } from "@shell/pages/book";

  export const books: Readonly<Partial<Record<string, () => Promise<BookFiles>>>>;
}

/** The drawings of every game for the front page, `web/art.tsx`, by the name of the game. */
declare module "pictures" {
  import type { Pictures } from "@shell/state/landing_card";

  export const pictures: Readonly<Partial<Record<string, Pictures>>>;
}
