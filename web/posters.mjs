/** Bundles the page from which `make art` draws: `node web/posters.mjs OUT FOLDER…`, into the folder OUT. */
import { build } from "esbuild";
import { resolve } from "node:path";
import { artStyles, cardsOnly, common, customMedia, generated, imported, pictures, roomsIn, ROOT } from "./bundling.mjs";
import { latin } from "./fonts.mjs";

const [OUT, ...GAMES] = process.argv.slice(2).map((path) => resolve(path));
const rooms = (await Promise.all(GAMES.map(roomsIn))).flat();
const SHEETS = ["tokens", "base", "kit", "art"].map((name) => `${ROOT}/web/css/${name}.css`);
await build({
  ...common,
  outdir: OUT,
  write: true,
  format: "esm",
  entryPoints: [
    { in: "web/posters/main.tsx", out: "posters" },
    { in: "styles", out: "posters" },
  ],
  define: { NEEDS_SHEET: '""', JAPANESE_SHEET: '""' },
  plugins: [
    customMedia,
    generated("styles", `${imported([...SHEETS, ...artStyles(rooms)])}\n${latin()}`, "css"),
    generated("rooms", cardsOnly(rooms), "js"),
    generated("pictures", pictures(rooms), "js"),
  ],
});
