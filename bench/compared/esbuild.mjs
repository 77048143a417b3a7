/** The client bundled by esbuild alone: `node bench/compared/esbuild.mjs OUT FOLDER…`.
 *
 * Rooms are those that have a `web/room.tsx`, in each FOLDER. The same sources give the same bytes.
 */
import { build } from "esbuild";
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { basename, extname, join, relative, resolve } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, gzip } from "node:zlib";
import { ART, artStyles, books, common, customMedia, generated, imported, needsStyles, pictures, roomFiles, roomsIn, ROOT } from "../../web/bundling.mjs";
import { japanese, latin, LATIN } from "../../web/fonts.mjs";

const [OUT, ...GAMES] = process.argv.slice(2).map((path) => resolve(path));
const LICENSED = ["preact", "@preact/signals", "@fontsource-variable/atkinson-hyperlegible-next", "@fontsource/biz-udpgothic"];

/** What `make art` has drawn for browsers, home screens and link previews. */
const FAVICON = "web/drawn/favicon.svg";
const TOUCH = "web/drawn/apple-touch.png";
const POSTER = "web/drawn/poster.jpg";
const ICONS = [
  { file: "web/drawn/icon-192.png", sizes: "192x192", purpose: "any" },
  { file: "web/drawn/icon-512.png", sizes: "512x512", purpose: "any" },
  { file: "web/drawn/icon-maskable.png", sizes: "512x512", purpose: "maskable" },
];
/** Style sheets of the shell that are fetched with what they are for. */
const LATER = ["meaning", "pages", "picture", "replay", "report"];
/** What the page of a table needs as soon as it knows the table, besides the game's room. */
const AT_TABLES = ["web/why/aids.tsx", "web/lobby/lobby.tsx"];
const DRAWN = [FAVICON, TOUCH, POSTER, ...ICONS.map(({ file }) => file)];

/** The style sheet of every page: the shell's own, the games' pictures, the fonts. */
function styles(rooms) {
  return `${imported([join(ROOT, "web/css/index.css"), ...artStyles(rooms)])}\n${latin()}`;
}

/** The style sheet of a game. */
const roomStyles = ({ web, sheets }) => imported(sheets.filter((file) => file !== ART).map((file) => join(web, file)));

/** The style sheet of a game's studio: the game's, and what only the studio needs. */
const studioStyles = (room) => `${roomStyles(room)}\n${imported([join(room.web, "studio/studio.css")])}`;

/** The name of the file that a build made of a source. */
function entry(result, source) {
  const made = Object.entries(result.metafile.outputs).find(([, output]) => output.entryPoint === source);
  return basename(made[0]);
}

/** A script that imports a style sheet gets the name of its file. */
function named({ onLoad }) {
  onLoad({ filter: /\.css$/ }, ({ path }) => ({ contents: JSON.stringify(entry(sheets, relative(ROOT, path))), loader: "json" }));
}

async function licenses() {
  const texts = LICENSED.map(async (name) => {
    const text = await readFile(join(ROOT, "node_modules", name, "LICENSE"), "utf8");
    return `${name}\n\n${text.trim()}\n`;
  });
  return (await Promise.all(texts)).join(`\n${"-".repeat(72)}\n\n`);
}

const rooms = (await Promise.all(GAMES.map(roomsIn))).flat();
const studios = rooms.filter(({ studio }) => studio);
const settings = {
  ...common,
  outdir: OUT,
  entryNames: "[name]-[hash]",
  chunkNames: "[name]-[hash]",
  assetNames: "[name]-[hash]",
  metafile: true,
};
const later = rooms.flatMap(({ name, web, later }) => later.map((file) => ({ name, file: relative(ROOT, join(web, file)) })));
const japaneseFont = await japanese(ROOT, GAMES);
const posters = rooms.filter(({ poster }) => poster !== null);
const sheets = await build({
  ...settings,
  entryPoints: [
    { in: "styles", out: "chabudai" },
    { in: "japanese", out: "japanese" },
    { in: "needs", out: "needs" },
    ...LATER.map((name) => ({ in: `web/css/${name}.css`, out: name })),
    ...rooms.map(({ name }) => ({ in: `sheet-${name}`, out: name })),
    ...studios.map(({ name }) => ({ in: `sheet-${name}-studio`, out: `${name}-studio` })),
    // With the game's name, since two games may have the same one.
    ...later.map(({ name, file }) => ({ in: file, out: `${basename(file, extname(file))}-${name}` })),
    ...DRAWN.map((file) => ({ in: file, out: basename(file, extname(file)) })),
    ...posters.map(({ name, poster }) => ({ in: poster, out: `poster-${name}` })),
  ],
  plugins: [
    customMedia,
    generated("styles", styles(rooms), "css"),
    generated("needs", needsStyles(rooms), "css"),
    generated("japanese", japaneseFont.sheet, "css"),
    ...japaneseFont.files.map(({ name, font }) => generated(name, font, "file")),
    ...rooms.map((room) => generated(`sheet-${room.name}`, roomStyles(room), "css")),
    ...studios.map((room) => generated(`sheet-${room.name}-studio`, studioStyles(room), "css")),
  ],
});
const scripts = await build({
  ...settings,
  entryPoints: [{ in: "web/main.tsx", out: "chabudai" }],
  splitting: true,
  format: "esm",
  // The Japanese fonts are for those who read Japanese, and so on.
  define: {
    JAPANESE_SHEET: JSON.stringify(entry(sheets, "generated:japanese")),
    NEEDS_SHEET: JSON.stringify(entry(sheets, "generated:needs")),
  },
  plugins: [
    generated("rooms", roomFiles(rooms, (name) => entry(sheets, `generated:sheet-${name}`)), "js"),
    generated("pictures", pictures(rooms), "js"),
    generated("books", books(rooms), "js"),
    { name: "sheets", setup: named },
  ],
});

const outs = scripts.metafile.outputs;
const rel = (n) => Object.keys(outs).find((k) => basename(k) === n);
const chunks = scripts.outputFiles.map((f) => ({ fileName: basename(f.path), code: f.text }));
const mainName = entry(scripts, "web/main.tsx");
const closure = (n, found = new Set()) => { found.add(n); for (const i of outs[rel(n)].imports) if (i.kind === "import-statement" && !found.has(basename(i.path))) closure(basename(i.path), found); return found; };
const comesWith = (_, parts) => { const sh = closure(mainName); const f = new Set(); for (const p of parts) closure(p, f); return [...f].filter((n) => !sh.has(n)); };
const files = new Map([
  ...sheets.outputFiles.map((file) => [basename(file.path), file.contents]),
  ...chunks.map(({ fileName, code }) => [fileName, Buffer.from(code)]),
]);
const matching = (pattern) => [...files.keys()].filter((name) => pattern.test(name)).sort();
const manifest = {
  js: mainName,
  css: entry(sheets, "generated:styles"),
  icon: entry(sheets, FAVICON),
  touch: entry(sheets, TOUCH),
  image: entry(sheets, POSTER),
  images: Object.fromEntries(posters.map(({ name, poster }) => [name, entry(sheets, relative(ROOT, poster))])),
  tables: Object.fromEntries(
    rooms.map(({ name, web }) => {
      const parts = [...AT_TABLES, relative(ROOT, join(web, "room.tsx"))].map((source) => entry(scripts, source));
      return [name, [entry(sheets, `generated:sheet-${name}`), ...comesWith(chunks, parts)]];
    }),
  ),
  books: rooms.filter(({ book }) => book).map(({ name }) => name),
  studios: studios.map(({ name }) => name),
  manifest: "chabudai.webmanifest",
  preload: matching(new RegExp(`^${LATIN}-[A-Z0-9]+\\.woff2$`)),
};
const app = {
  name: "chabudai",
  short_name: "chabudai",
  start_url: "/",
  display: "standalone",
  background_color: "#efe8d8",
  theme_color: "#fbf7ee",
  icons: ICONS.map(({ file, sizes, purpose }) => ({
    src: `/static/${entry(sheets, file)}`,
    sizes,
    type: "image/png",
    purpose,
  })),
};
files.set(manifest.manifest, `${JSON.stringify(app, null, 2)}\n`);
files.set("manifest.json", `${JSON.stringify(manifest, null, 2)}\n`);
files.set("licenses.txt", await licenses());

for (const [name, contents] of [...files]) {
  if (!/\.(js|css)$/.test(name)) continue;
  files.set(`${name}.br`, await promisify(brotliCompress)(contents));
  files.set(`${name}.gz`, await promisify(gzip)(contents, { level: 9 }));
}

await mkdir(OUT, { recursive: true });
// Without its mark the build is unfinished; tools/client.py sets it when all is written.
await rm(join(OUT, "BUILD"), { force: true });
for (const [name, contents] of files) await writeFile(join(OUT, name), contents);
for (const name of await readdir(OUT)) {
  if (!files.has(name)) await rm(join(OUT, name), { recursive: true });
}
console.log(`${files.size} files in ${relative(ROOT, OUT)}`);
