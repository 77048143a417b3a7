/** Paths of sources that the build refers to. */
import { join, resolve } from "node:path";

export const ROOT = resolve(import.meta.dirname, "../..");
export const MAIN = "web/main.tsx";
export const POSTERS = "web/posters/main.tsx";
/** Scripts that a table's page loads immediately, in addition to the game's screen. */
export const AT_TABLES = ["web/table/why/aids.tsx", "web/lobby/lobby.tsx"];
/** The service worker, and the scripts of the pages that it keeps: the front page, its sheets, and *Your results*. */
export const WORKER = "web/worker.ts";
export const OFFLINE = [
  "web/later.ts",
  "web/pages/landing/low_table.tsx",
  "web/pages/landing/sheets.tsx",
  "web/table/rulebook.tsx",
  "web/pages/pages.tsx",
];
/** The module that loads style sheets. */
export const STYLESHEET = "@shell/platform/stylesheets";
export const CSS = join(ROOT, "web/css");
/** Icons and pictures drawn by `make art`, for browsers, home screens and link previews. */
export const DRAWN = join(ROOT, "web/generated");
