/** Finds the games' screens, and generates the modules that list them. */
import { readdir } from "node:fs/promises";
import { basename, join } from "node:path";
import { STYLESHEET } from "./paths.mjs";

/** Folders whose style sheets are imported by the scripts next to them, or belong to the studio. */
const APART = /^(big|book|lobby|review|studio)[\\/]/;
/** Style sheets for the picture on the front page, and for forced colours and large text on a small screen. */
const [ART, NEEDS] = ["art.css", "needs.css"];
export const BOOK = "book/page.tsx";

const byName = (one, other) => (basename(one) < basename(other) ? -1 : 1);

/** Find the screens in a folder of games: those with `web/game_screen.tsx`, sorted. */
export async function screensIn(games) {
  const found = (await readdir(games)).sort().map(async (folder) => {
    const web = join(games, folder, "web");
    const files = await readdir(web, { recursive: true }).catch(() => []);
    return { name: folder.replaceAll("_", "-"), web, files: files.sort(byName) };
  });
  return (await Promise.all(found)).filter((screen) => has(screen, "game_screen.tsx"));
}

export const has = ({ files }, file) => files.includes(join(file));

const eachWith = (screens, file) => screens.filter((screen) => has(screen, file)).map(({ web }) => join(web, file));
export const artSheets = (screens) => eachWith(screens, ART);
export const needsSheets = (screens) => eachWith(screens, NEEDS);
export const screenSheets = ({ web, files }) =>
  files.filter((file) => file.endsWith(".css") && !APART.test(file) && ![ART, NEEDS].includes(file)).map((file) => join(web, file));

const path = ({ web }, file) => JSON.stringify(join(web, file));

/** Return a module that exports an object with an entry for each screen. */
function listing(name, screens, entry, imports = () => "") {
  const entries = screens.map((screen, at) => `${JSON.stringify(screen.name)}: ${entry(screen, at)}`);
  return `${screens.map(imports).join("\n")}\nexport const ${name} = { __proto__: null, ${entries.join(", ")} };\n`;
}

/** The module "pictures": the drawings of each game for the front page. */
export const pictures = (screens) =>
  listing("pictures", screens, (_, at) => `art${at}`, (screen, at) => `import * as art${at} from ${path(screen, "art.tsx")};`);

/** The module "books": functions that load the book of each game that has one. */
export const books = (screens) =>
  listing("books", screens.filter((screen) => has(screen, BOOK)), (screen) => `() => import(${path(screen, BOOK)})`);

/** The module "screens": the landing cards, and, if a screen's style sheets are known, functions that load its pages. */
export function screenFiles(screens) {
  const load = (sheet, screen, file) => `() => withStylesheet(${JSON.stringify(sheet)}, import(${path(screen, file)}))`;
  const pages = (screen) => [
    screen.sheet && `loadScreen: ${load(screen.sheet, screen, "game_screen.tsx")}`,
    screen.studioSheet && `loadStudio: ${load(screen.studioSheet, screen, "studio/page.tsx")}`,
  ];
  const entry = (screen, at) => `{ ${[`card: card${at}`, ...pages(screen)].filter(Boolean).join(", ")} }`;
  const cards = listing("screens", screens, entry, (screen, at) => `import { card as card${at} } from ${path(screen, "landing_card/card.ts")};`);
  return `import { withStylesheet } from ${JSON.stringify(STYLESHEET)};\n${cards}`;
}
