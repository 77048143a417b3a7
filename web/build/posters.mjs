/** Bundles the page that `make art` draws from: `node web/build/posters.mjs OUT FOLDER…`, into the folder OUT. */
import { join, resolve } from "node:path";
import { addScripts, addSheet, chunkOf, files, write } from "./bundling.mjs";
import { latin } from "./fonts.mjs";
import { CSS, POSTERS } from "./paths.mjs";
import { artSheets, pictures, screenFiles, screensIn } from "./screens.mjs";

const SHEETS = ["tokens", "base", "kit", "art"].map((name) => join(CSS, `${name}.css`));

const [OUT, ...GAMES] = process.argv.slice(2).map((path) => resolve(path));
const screens = (await Promise.all(GAMES.map(screensIn))).flat();
const sheet = await addSheet("posters", [...SHEETS, ...artSheets(screens)], latin());
const modules = { screens: screenFiles(screens), pictures: pictures(screens) };
const chunks = await addScripts(POSTERS, modules, { NEEDS_SHEET: '""', JAPANESE_SHEET: '""' });
files.set("posters.css", `@import "./${sheet}";`);
files.set("posters.js", `import "./${chunkOf(chunks, POSTERS).fileName}";`);
await write(OUT);
