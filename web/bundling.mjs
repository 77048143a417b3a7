/** What both bundles of the client's code share: the rooms and what is generated of them, esbuild's settings. */
import { readdir, readFile } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

export const ROOT = resolve(dirname(fileURLToPath(import.meta.url)), "..");

/** The style sheet of the front page's picture is part of the shell's. */
export const ART = "art.css";
/** What a room needs for forced colours and for large text on a small screen: part of the shell's sheet for that. */
const NEEDS = "needs.css";
/** The page where boards are drawn has a style sheet of its own, in this folder. */
const STUDIO = join("studio", "/");
/** The page of what can be done in the game and what the reader has done. */
const BOOK = join("book", "page.tsx");
/** Those in these folders are fetched by the code beside them, which imports their names. */
const LATER = [join("book", "/"), join("lobby", "/"), join("review", "/")];
/** What link previews show of the game, if there is one; `make art` draws it. */
const POSTER = "poster.jpg";
/** In the order of their names, whichever folder they are in. */
const byName = (one, other) => (basename(one) < basename(other) ? -1 : 1);

/** The rooms of a folder, sorted: the name of the game, the room's `web`, its style sheets by path in there, and those that
 * are fetched later. */
export async function roomsIn(games) {
  const found = [];
  for (const folder of (await readdir(games)).sort()) {
    const web = join(games, folder, "web");
    const files = await readdir(web, { recursive: true }).catch(() => []);
    if (!files.includes("room.tsx")) continue;
    const all = files.filter((file) => file.endsWith(".css") && !file.startsWith(STUDIO)).sort(byName);
    const isLater = (file) => LATER.some((folder) => file.startsWith(folder));
    found.push({
      name: folder.replaceAll("_", "-"),
      web,
      sheets: all.filter((file) => !isLater(file) && file !== NEEDS),
      needs: all.filter((file) => file === NEEDS),
      later: all.filter(isLater),
      studio: files.includes("studio"),
      book: files.includes(BOOK),
      poster: files.includes(POSTER) ? join(web, POSTER) : null,
    });
  }
  return found;
}

const source = ({ web }, file) => JSON.stringify(join(web, file));

/** The module "pictures": what is drawn of each game on the front page. */
export function pictures(rooms) {
  const imports = rooms.map((room, at) => `import * as art${at} from ${source(room, "art.tsx")};`);
  const entries = rooms.map(({ name }, at) => `${JSON.stringify(name)}: art${at}`);
  return `${imports.join("\n")}\nexport const pictures = { ${entries.join(", ")} };\n`;
}

/** The module "books": what fetches the book of each room that has one. */
export function books(rooms) {
  const entries = rooms.filter(({ book }) => book).map((room) => `${JSON.stringify(room.name)}: () => import(${source(room, BOOK)})`);
  return `export const books = { __proto__: null, ${entries.join(", ")} };\n`;
}

/** The module "rooms" with the landing cards alone. */
export function cardsOnly(rooms) {
  const imports = rooms.map((room, at) => `import { card as card${at} } from ${source(room, "landing_card/card.ts")};`);
  const entries = rooms.map(({ name }, at) => `${JSON.stringify(name)}: { card: card${at} }`);
  return `${imports.join("\n")}\nexport const rooms = { __proto__: null, ${entries.join(", ")} };\n`;
}

/** The module "rooms": the landing card of each room at once; its screen and its style sheet when they are wanted. */
export function roomFiles(rooms, sheetOf) {
  const imports = rooms.map((room, at) => `import { card as card${at} } from ${source(room, "landing_card/card.ts")};`);
  const entries = rooms.map((room, at) => {
    const load = (sheet, file) =>
      `() => withStylesheet(${JSON.stringify(sheetOf(sheet))}, import(${source(room, file)}))`;
    const studio = room.studio ? `, loadStudio: ${load(`${room.name}-studio`, "studio/page.tsx")}` : "";
    return `${JSON.stringify(room.name)}: { card: card${at}, loadRoom: ${load(room.name, "room.tsx")}${studio} }`;
  });
  const loader = `import { withStylesheet } from ${JSON.stringify(join(ROOT, "web/stylesheet.ts"))};`;
  return `${[loader, ...imports].join("\n")}\nexport const rooms = { __proto__: null, ${entries.join(", ")} };\n`;
}

/** The style sheets of the games' pictures. */
export const artStyles = (rooms) => rooms.filter(({ sheets }) => sheets.includes(ART)).map(({ web }) => join(web, ART));

/** The style sheet for forced colours and for large text on a small screen, the games' parts with it. */
export const needsStyles = (rooms) =>
  imported([join(ROOT, "web/css/needs.css"), ...rooms.flatMap(({ web, needs }) => needs.map((file) => join(web, file)))]);

/** A style sheet of these ones. */
export const imported = (paths) => paths.map((path) => `@import ${JSON.stringify(path)};`).join("\n");

/** A plugin for a module that is not in a file. */
export function generated(name, contents, loader) {
  return {
    name,
    setup(plugins) {
      const filter = new RegExp(`^${name}$`);
      plugins.onResolve({ filter }, () => ({ path: name, namespace: "generated" }));
      plugins.onLoad({ filter, namespace: "generated" }, () => ({ contents, loader, resolveDir: ROOT }));
    },
  };
}

/** A plugin that puts the queries of `web/css/media.json` where style sheets name them: `@media (--stage)`, `@container stage (--tight)`. */
export const customMedia = {
  name: "custom-media",
  async setup(plugins) {
    const queries = JSON.parse(await readFile(join(ROOT, "web/css/media.json"), "utf8"));
    const query = (name) => {
      if (!(name in queries)) throw new Error(`web/css/media.json has no ${name}`);
      return queries[name];
    };
    plugins.onLoad({ filter: /\.css$/, namespace: "file" }, async ({ path }) => {
      const sheet = await readFile(path, "utf8");
      const contents = sheet.replace(/@(media|container stage) \(--([\w-]+)\)/g, (_, rule, name) => `@${rule} ${query(name)}`);
      return { contents, loader: "css", resolveDir: dirname(path) };
    });
  },
};

/** esbuild's settings, but for what goes in and comes out. */
export const common = {
  absWorkingDir: ROOT,
  bundle: true,
  target: ["es2022", "chrome111", "firefox115", "safari16.4"],
  minify: true,
  legalComments: "none",
  charset: "utf8",
  jsx: "automatic",
  jsxImportSource: "preact",
  // For rooms outside of this checkout, where neither its tsconfig.json nor its packages are found.
  alias: { "@shell": join(ROOT, "web") },
  nodePaths: [join(ROOT, "node_modules")],
  loader: { ".woff2": "file", ".svg": "copy", ".png": "copy", ".jpg": "copy" },
  write: false,
  logLevel: "warning",
};
