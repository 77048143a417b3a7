/** Builds the client: `node web/build/build.mjs OUT FOLDER…`, into the folder OUT, with the games in each FOLDER.
 *
 * The same sources give the same bytes.
 */
import { readFile } from "node:fs/promises";
import { basename, dirname, extname, join, relative, resolve } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, gzip } from "node:zlib";
import { addFile, addScripts, addSheet, addWorker, chunkOf, files, write } from "./bundling.mjs";
import { japanese, JAPANESE, latin, LATIN } from "./fonts.mjs";
import { AT_TABLES, CSS, DRAWN, MAIN, OFFLINE, ROOT, WORKER } from "./paths.mjs";
import { artSheets, BOOK, books, has, needsSheets, pictures, screenFiles, screenSheets, screensIn } from "./screens.mjs";

const ICONS = [
  { file: "icon-192.png", sizes: "192x192", purpose: "any" },
  { file: "icon-512.png", sizes: "512x512", purpose: "any" },
  { file: "icon-maskable.png", sizes: "512x512", purpose: "maskable" },
];
const POSTER = "poster.jpg";
const LICENSED = [
  "preact/LICENSE",
  "@preact/signals/LICENSE",
  "gifenc/LICENSE.md",
  "@fontsource-variable/atkinson-hyperlegible-next/LICENSE",
  "@fontsource/biz-udpgothic/LICENSE",
];

const [OUT, ...GAMES] = process.argv.slice(2).map((path) => resolve(path));
const screens = (await Promise.all(GAMES.map(screensIn))).flat();

/** Add a copy of a file. Returns its name. */
const copy = async (path, name = basename(path, extname(path))) => addFile(name, extname(path), await readFile(path));
const drawn = (name) => copy(join(DRAWN, name));

async function licenses() {
  const texts = LICENSED.map(async (file) => {
    const text = await readFile(join(ROOT, "node_modules", file), "utf8");
    return `${dirname(file)}\n\n${text.trim()}\n`;
  });
  return (await Promise.all(texts)).join(`\n${"-".repeat(72)}\n\n`);
}

/** List the scripts that load these sources, except the shell. */
function loadedWith(sources, shell, chunks) {
  const found = new Set([shell]);
  const add = ({ fileName, imports }) => {
    if (found.has(fileName)) return;
    found.add(fileName);
    for (const name of imports) add(chunks.find((chunk) => chunk.fileName === name));
  };
  for (const source of sources) add(chunkOf(chunks, source));
  found.delete(shell);
  return [...found];
}

for (const screen of screens) {
  const sheets = screenSheets(screen);
  screen.sheet = await addSheet(screen.name, sheets);
  if (has(screen, "studio/page.tsx")) screen.studioSheet = await addSheet(`${screen.name}-studio`, [...sheets, join(screen.web, "studio/studio.css")]);
}
const css = await addSheet("chabudai", [join(CSS, "index.css"), ...artSheets(screens)], latin());
const japaneseSheet = await addSheet("japanese", [], await japanese(GAMES));
const sheets = {
  // These are loaded only by readers who need them.
  JAPANESE_SHEET: JSON.stringify(japaneseSheet),
  NEEDS_SHEET: JSON.stringify(await addSheet("needs", [join(CSS, "needs.css"), ...needsSheets(screens)])),
};
const modules = { screens: screenFiles(screens), pictures: pictures(screens), books: books(screens) };
const chunks = await addScripts(MAIN, modules, sheets);
const js = chunkOf(chunks, MAIN).fileName;

const posters = screens.filter((screen) => has(screen, POSTER)).map(async ({ name, web }) => [name, await copy(join(web, POSTER), `poster-${name}`)]);
const named = (start) => [...files.keys()].filter((name) => name.startsWith(start));
const offline = loadedWith(OFFLINE, js, chunks);
/** The style sheets that these scripts load, except those of the games. */
const others = new Set([japaneseSheet, ...screens.flatMap(({ sheet, studioSheet }) => [sheet, studioSheet])]);
const offlineSheets = named("").filter((name) => name.endsWith(".css") && !others.has(name) && [js, ...offline].some((each) => files.get(each).includes(name)));
const rules = await addSheet("rules", [join(CSS, "rules_page.css")], latin());
const icon = await drawn("favicon.svg");
const manifest = {
  js,
  css,
  rules,
  japanese: japaneseSheet,
  icon,
  touch: await drawn("apple-touch.png"),
  image: await drawn(POSTER),
  images: Object.fromEntries(await Promise.all(posters)),
  tables: Object.fromEntries(
    screens.map(({ name, web, sheet }) => [name, [sheet, ...loadedWith([...AT_TABLES, relative(ROOT, join(web, "game_screen.tsx"))], js, chunks)]]),
  ),
  books: screens.filter((screen) => has(screen, BOOK)).map(({ name }) => name),
  studios: screens.filter(({ studioSheet }) => studioSheet).map(({ name }) => name),
  icons: await Promise.all(ICONS.map(async ({ file, ...icon }) => ({ src: await drawn(file), type: "image/png", ...icon }))),
  preload: named(LATIN),
  worker: await addWorker(WORKER),
  kept: [js, css, rules, icon, ...offline, ...offlineSheets, ...named(LATIN)],
  kept_for: { ja: [japaneseSheet, ...named(JAPANESE)] },
};
files.set("manifest.json", `${JSON.stringify(manifest, null, 2)}\n`);
files.set("licenses.txt", await licenses());

const texts = [...files].filter(([name]) => /\.(js|css)$/.test(name));
await Promise.all(
  texts.map(async ([name, contents]) => {
    files.set(`${name}.br`, await promisify(brotliCompress)(contents));
    files.set(`${name}.gz`, await promisify(gzip)(contents, { level: 9 }));
  }),
);
await write(OUT);
console.log(`${files.size} files in ${relative(ROOT, OUT)}`);
