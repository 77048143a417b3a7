/** Every game's room, found by web/build.mjs: a folder under games/ with `web/room.tsx`, `web/door/sign.ts` and `web/art.tsx`. */
declare module "rooms" {
  import type { ComponentType } from "preact";
  import type { Sign } from "@shell/door";
  import type { Room } from "@shell/room";

  export interface Door {
    /** What stands on the front page at once: `web/door/sign.ts`. */
    readonly sign: Sign;
    readonly enter: () => Promise<{ readonly room: Room }>;
    /** The page where boards of this game are drawn, if it has one: `web/studio/page.tsx`. */
    readonly draw?: () => Promise<{ readonly Studio: ComponentType }>;
  }
  /** By the name of the game, such as "word-bank". */
  export const doors: Readonly<Partial<Record<string, Door>>>;
}

/** Every game's picture, by the name of the game. */
declare module "pictures" {
  import type { ComponentType } from "preact";

  export const pictures: Readonly<Partial<Record<string, ComponentType>>>;
}
