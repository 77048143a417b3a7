/** Builds the client: `node web/build.mjs OUT FOLDER…`, into the folder OUT.
 *
 * Rooms are those that have a `web/room.tsx`, in each FOLDER. The same sources give the same bytes.
 */
import { build } from "esbuild";
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { basename, dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { brotliCompress, gzip } from "node:zlib";
import { japanese, latin, LATIN } from "./fonts.mjs";

const ROOT = resolve(dirname(fileURLToPath(import.meta.url)), "..");
const [OUT, ...GAMES] = process.argv.slice(2).map((path) => resolve(path));
const LICENSED = ["preact", "@preact/signals", "@fontsource-variable/atkinson-hyperlegible-next", "@fontsource/biz-udpgothic"];

/** The style sheet of the front page's picture is part of the shell's. */
const ART = "art.css";
/** The page where boards are drawn has a style sheet of its own, in this folder. */
const STUDIO = join("studio", "/");
/** In the order of their names, whichever folder they are in. */
const byName = (one, other) => (basename(one) < basename(other) ? -1 : 1);

/** The rooms of a folder, sorted: the name of the game, the room's `web`, its style sheets by path in there. */
async function roomsIn(games) {
  const found = [];
  for (const folder of (await readdir(games)).sort()) {
    const web = join(games, folder, "web");
    const files = await readdir(web, { recursive: true }).catch(() => []);
    if (!files.includes("room.tsx")) continue;
    const sheets = files.filter((file) => file.endsWith(".css") && !file.startsWith(STUDIO)).sort(byName);
    found.push({ name: folder.replaceAll("_", "-"), web, sheets, studio: files.includes("studio") });
  }
  return found;
}

const source = ({ web }, file) => JSON.stringify(join(web, file));

/** The module "pictures": each game's picture, for the front page. */
function pictures(rooms) {
  const imports = rooms.map((room, at) => `import { Art as Art${at} } from ${source(room, "art.tsx")};`);
  const entries = rooms.map(({ name }, at) => `${JSON.stringify(name)}: Art${at}`);
  return `${imports.join("\n")}\nexport const pictures = { ${entries.join(", ")} };\n`;
}

/** The module "rooms": the landing card of each room at once; its screen and its style sheet when they are wanted. */
function roomFiles(rooms, sheetOf) {
  const imports = rooms.map((room, at) => `import { card as card${at} } from ${source(room, "landing_card/card.ts")};`);
  const entries = rooms.map((room, at) => {
    const load = (sheet, file) =>
      `() => withStylesheet(${JSON.stringify(sheetOf(sheet))}, import(${source(room, file)}))`;
    const studio = room.studio ? `, loadStudio: ${load(`${room.name}-studio`, "studio/page.tsx")}` : "";
    return `${JSON.stringify(room.name)}: { card: card${at}, loadRoom: ${load(room.name, "room.tsx")}${studio} }`;
  });
  const loader = `import { withStylesheet } from ${JSON.stringify(join(ROOT, "web/stylesheet.ts"))};`;
  return `${[loader, ...imports].join("\n")}\nexport const rooms = { ${entries.join(", ")} };\n`;
}

const imported = (paths) => paths.map((path) => `@import ${JSON.stringify(path)};`).join("\n");

/** The style sheet of every page: the shell's own, the games' pictures, the fonts. */
function styles(rooms) {
  const art = rooms.filter(({ sheets }) => sheets.includes(ART)).map(({ web }) => join(web, ART));
  return `${imported([join(ROOT, "web/css/index.css"), ...art])}\n${latin()}`;
}

/** The style sheet of a game. */
const roomStyles = ({ web, sheets }) => imported(sheets.filter((file) => file !== ART).map((file) => join(web, file)));

/** The style sheet of a game's studio: the game's, and what only the studio needs. */
const studioStyles = (room) => `${roomStyles(room)}\n${imported([join(room.web, "studio/studio.css")])}`;

function generated(name, contents, loader) {
  return {
    name,
    setup(plugins) {
      const filter = new RegExp(`^${name}$`);
      plugins.onResolve({ filter }, () => ({ path: name, namespace: "generated" }));
      plugins.onLoad({ filter, namespace: "generated" }, () => ({ contents, loader, resolveDir: ROOT }));
    },
  };
}

/** The name of the file that a build made of a source. */
function entry(result, source) {
  const made = Object.entries(result.metafile.outputs).find(([, output]) => output.entryPoint === source);
  return basename(made[0]);
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
const common = {
  absWorkingDir: ROOT,
  outdir: OUT,
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
  entryNames: "[name]-[hash]",
  chunkNames: "[name]-[hash]",
  assetNames: "[name]-[hash]",
  loader: { ".woff2": "file", ".svg": "copy" },
  metafile: true,
  write: false,
  logLevel: "warning",
};
const sheets = await build({
  ...common,
  entryPoints: [
    { in: "styles", out: "chabudai" },
    { in: "japanese", out: "japanese" },
    { in: "web/css/needs.css", out: "needs" },
    ...rooms.map(({ name }) => ({ in: `sheet-${name}`, out: name })),
    ...studios.map(({ name }) => ({ in: `sheet-${name}-studio`, out: `${name}-studio` })),
    { in: "web/favicon.svg", out: "favicon" },
  ],
  plugins: [
    generated("styles", styles(rooms), "css"),
    generated("japanese", await japanese(ROOT, GAMES), "css"),
    ...rooms.map((room) => generated(`sheet-${room.name}`, roomStyles(room), "css")),
    ...studios.map((room) => generated(`sheet-${room.name}-studio`, studioStyles(room), "css")),
  ],
});
const scripts = await build({
  ...common,
  entryPoints: [{ in: "web/main.tsx", out: "chabudai" }],
  splitting: true,
  format: "esm",
  // The Japanese fonts are for those who read Japanese, and so on.
  define: {
    JAPANESE_SHEET: JSON.stringify(entry(sheets, "generated:japanese")),
    NEEDS_SHEET: JSON.stringify(entry(sheets, "web/css/needs.css")),
  },
  plugins: [
    generated("rooms", roomFiles(rooms, (name) => entry(sheets, `generated:sheet-${name}`)), "js"),
    generated("pictures", pictures(rooms), "js"),
  ],
});

const made = [...sheets.outputFiles, ...scripts.outputFiles];
const files = new Map(made.map((file) => [basename(file.path), file.contents]));
const named = (pattern) => [...files.keys()].filter((name) => pattern.test(name)).sort();
const manifest = {
  js: entry(scripts, "web/main.tsx"),
  css: entry(sheets, "generated:styles"),
  icon: entry(sheets, "web/favicon.svg"),
  preload: named(new RegExp(`^${LATIN}-[A-Z0-9]+\\.woff2$`)),
};
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
