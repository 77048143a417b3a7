/** The rooms that web/build.mjs found: folders of games with `web/room.tsx`, `web/landing_card/card.ts` and `web/art.tsx`. */
declare module "rooms" {
  import type { ComponentType } from "preact";
  import type { LandingCard } from "@shell/landing_card";
  import type { Room } from "@shell/room";

  export interface RoomFiles {
    /** Part of the front page: `web/landing_card/card.ts`. */
    readonly card: LandingCard;
    /** Fetches the game's screen, `web/room.tsx`, and its style sheet. */
    readonly loadRoom: () => Promise<{ readonly room: Room }>;
    /** Fetches the page where boards of this game are drawn, `web/studio/page.tsx`, if it has one. */
    readonly loadStudio?: () => Promise<{ readonly Studio: ComponentType }>;
  }
  /** By the name of the game, which is the name of its folder with "-" for "_". */
  export const rooms: Readonly<Partial<Record<string, RoomFiles>>>;
}

/** The name of the style sheet's file; it is in a folder of those that are fetched later (web/bundling.mjs). */
declare module "*.css" {
  const file: string;
  export default file;
}

/** What fetches the page of what can be done in a game and what the reader has done, `web/book/page.tsx`, where there is one. */
declare module "books" {
  import type { BookFiles } from "@shell/pages/book";

  export const books: Readonly<Partial<Record<string, () => Promise<BookFiles>>>>;
}

/** What is drawn of every game on the front page, `web/art.tsx`, by the name of the game. */
declare module "pictures" {
  import type { Pictures } from "@shell/landing_card";

  export const pictures: Readonly<Partial<Record<string, Pictures>>>;
}
