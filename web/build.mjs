/** Builds the client into src/chabudai/server/static: `node web/build.mjs`. The same sources give the same bytes. */
import { build } from "esbuild";
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { basename, dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { brotliCompress, gzip } from "node:zlib";
import { japanese, latin, LATIN } from "./fonts.mjs";

const ROOT = resolve(dirname(fileURLToPath(import.meta.url)), "..");
const GAMES = join(ROOT, "src/chabudai/games");
const STATIC = join(ROOT, "src/chabudai/server/static");
const LICENSED = ["preact", "@preact/signals", "@fontsource-variable/atkinson-hyperlegible-next", "@fontsource/biz-udpgothic"];

/** The page of a game where boards are drawn has a style sheet of its own. */
const STUDIO = join("studio", "/");
/** Style sheets in the order of their names, whichever folder they are in. */
const byName = (one, other) => (basename(one) < basename(other) ? -1 : 1);

/** The games that have a screen: `word_bank` is "word-bank". */
async function screens() {
  const found = [];
  for (const folder of (await readdir(GAMES)).sort()) {
    const files = await readdir(join(GAMES, folder, "web"), { recursive: true }).catch(() => []);
    if (!files.includes("room.tsx")) continue;
    const sheets = files.filter((file) => file.endsWith(".css") && !file.startsWith(STUDIO)).sort(byName);
    found.push({ folder, name: folder.replaceAll("_", "-"), sheets, studio: files.includes("studio") });
  }
  return found;
}

const source = (folder, file) => JSON.stringify(join(GAMES, folder, "web", file));

/** The module "pictures": each game's picture, for the front page. */
function pictures(games) {
  const lines = games.map(({ folder }, at) => `import { Art as Art${at} } from ${source(folder, "art.tsx")};`);
  const entries = games.map(({ name }, at) => `${JSON.stringify(name)}: Art${at}`);
  return `${lines.join("\n")}\nexport const pictures = { ${entries.join(", ")} };\n`;
}

/** The module "rooms": what each game says on the front page; its screen and its style sheet, when they are wanted. */
function doors(games, sheetOf) {
  const signs = games.map(({ folder }, at) => `import { sign as sign${at} } from ${source(folder, "door/sign.ts")};`);
  const entries = games.map(({ folder, name, studio }, at) => {
    const open = (sheet, file) => `() => dressed(${JSON.stringify(sheetOf(sheet))}, import(${source(folder, file)}))`;
    const more = studio ? `, draw: ${open(`${name}-studio`, "studio/page.tsx")}` : "";
    return `${JSON.stringify(name)}: { sign: sign${at}, enter: ${open(name, "room.tsx")}${more} }`;
  });
  const dress = `import { dressed } from ${JSON.stringify(join(ROOT, "web/dress.ts"))};`;
  return `${[dress, ...signs].join("\n")}\nexport const doors = { ${entries.join(", ")} };\n`;
}

/** What the front page needs of a game is in its art.css; the rest comes with the game. */
const ART = "art.css";
const imported = (paths) => paths.map((path) => `@import ${JSON.stringify(path)};`).join("\n");

/** The style sheet of the house: its own, the games' pictures, the fonts. */
function styles(games) {
  const art = games.filter(({ sheets }) => sheets.includes(ART)).map(({ folder }) => join(GAMES, folder, "web", ART));
  return `${imported([join(ROOT, "web/css/index.css"), ...art])}\n${latin()}`;
}

/** The style sheet of a game. */
function roomStyles({ folder, sheets }) {
  return imported(sheets.filter((file) => file !== ART).map((file) => join(GAMES, folder, "web", file)));
}

/** The style sheet of a game's studio: the game's, and what only the studio needs. */
const studioStyles = (game) => `${roomStyles(game)}\n${imported([join(GAMES, game.folder, "web/studio/studio.css")])}`;

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

/** What a build made of a source, as a file name. */
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

const games = await screens();
const studios = games.filter(({ studio }) => studio);
const common = {
  absWorkingDir: ROOT,
  outdir: STATIC,
  bundle: true,
  target: ["es2022", "chrome111", "firefox115", "safari16.4"],
  minify: true,
  legalComments: "none",
  charset: "utf8",
  jsx: "automatic",
  jsxImportSource: "preact",
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
    ...games.map(({ name }) => ({ in: `sheet-${name}`, out: name })),
    ...studios.map(({ name }) => ({ in: `sheet-${name}-studio`, out: `${name}-studio` })),
    { in: "web/favicon.svg", out: "favicon" },
  ],
  plugins: [
    generated("styles", styles(games), "css"),
    generated("japanese", await japanese(ROOT), "css"),
    ...games.map((game) => generated(`sheet-${game.name}`, roomStyles(game), "css")),
    ...studios.map((game) => generated(`sheet-${game.name}-studio`, studioStyles(game), "css")),
  ],
});
const scripts = await build({
  ...common,
  entryPoints: [{ in: "web/main.tsx", out: "chabudai" }],
  splitting: true,
  format: "esm",
  // The Japanese fonts are for those who read Japanese.
  define: { JAPANESE_SHEET: JSON.stringify(entry(sheets, "generated:japanese")) },
  plugins: [
    generated("rooms", doors(games, (name) => entry(sheets, `generated:sheet-${name}`)), "js"),
    generated("pictures", pictures(games), "js"),
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

await mkdir(STATIC, { recursive: true });
// Without its mark the build is unfinished; tools/client.py sets it when all is written.
await rm(join(STATIC, "BUILD"), { force: true });
for (const [name, contents] of files) await writeFile(join(STATIC, name), contents);
for (const name of await readdir(STATIC)) {
  if (!files.has(name)) await rm(join(STATIC, name), { recursive: true });
}
console.log(`${files.size} files in ${relative(ROOT, STATIC)}`);
