/** The client bundled by Vite: `node bench/compared/vite.mjs OUT FOLDER…`, after `npm install --no-save vite@8.3.8`. */
import { build } from "vite";
import { readFile, writeFile, mkdir, rm } from "node:fs/promises";
import { basename, join, relative, resolve, dirname } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, gzip } from "node:zlib";
import { artStyles, books, common, imported, needsStyles, pictures, roomFiles, roomsIn, ROOT } from "../../web/bundling.mjs";
import { japanese, latin, LATIN } from "../../web/fonts.mjs";
const [OUT, ...GAMES] = process.argv.slice(2).map((path) => resolve(path));
const AT_TABLES = ["web/why/aids.tsx", "web/lobby/lobby.tsx"];
const rooms = (await Promise.all(GAMES.map(roomsIn))).flat();
const queries = JSON.parse(await readFile(join(ROOT, "web/css/media.json"), "utf8"));
const jf = await japanese(ROOT, GAMES);
const virtual = new Map([
  [join(ROOT, "web/chabudai.css"), `${imported([join(ROOT, "web/css/index.css"), ...artStyles(rooms)])}\n${latin()}`],
  [join(ROOT, "web/needs.css"), needsStyles(rooms)],
  [join(ROOT, "web/japanese.css"), jf.sheet.replaceAll(/url\("(biz[^"]+)"\)/g, 'url("/tmp/chabudai-fonts/$1")')],
  ["\0rooms", roomFiles(rooms, (n) => `@@${n}@@`).replaceAll(/"@@([\w-]+)@@"/g, (_, n) => `sheet_${n.replaceAll("-", "_")}`) +
    rooms.map((r) => `import sheet_${r.name.replaceAll("-", "_")} from "${r.web}/${r.name}.css";`).join("\n") + rooms.filter((r) => r.studio).map((r) => `import sheet_${r.name.replaceAll("-", "_")}_studio from "${r.web}/${r.name}-studio.css";`).join("\n")],
  ["\0pictures", pictures(rooms)], ["\0books", books(rooms)],
  ...rooms.map((r) => [join(r.web, `${r.name}.css`), imported(r.sheets.filter((f) => f !== "art.css").map((f) => join(r.web, f)))]),
  ...rooms.filter((r) => r.studio).map((r) => [join(r.web, `${r.name}-studio.css`), imported([...r.sheets.filter((f) => f !== "art.css"), "studio/studio.css"].map((f) => join(r.web, f)))]),
]);
await mkdir("/tmp/chabudai-fonts", { recursive: true });
for (const { name, font } of jf.files) await writeFile(`/tmp/chabudai-fonts/${name}`, font);
console.time("vite");
const { output } = await build({
  configFile: false, root: ROOT, base: "./", logLevel: "warn", publicDir: false,
  resolve: { alias: { "@shell": join(ROOT, "web"), "@fontsource-variable": join(ROOT, "node_modules/@fontsource-variable"), "@fontsource": join(ROOT, "node_modules/@fontsource") } },
  define: { JAPANESE_SHEET: '"japanese.css"', NEEDS_SHEET: '"needs.css"' },
  plugins: [{
    name: "ours", enforce: "pre",
    resolveId(id, importer) {
      if (virtual.has(`\0${id}`)) return `\0${id}`;
      const full = resolve(importer ? dirname(importer) : ROOT, id);
      if (id.endsWith(".css") && importer && !importer.endsWith(".css")) return `${full}?url`;
      if (virtual.has(full.replace(/\?.*/, ""))) return full; return null;
    },
    load: (id) => (/[?&]url/.test(id) ? null : virtual.get(id.replace(/\?.*/, "")) ?? null),
    transform: (code, id) => (/\.css(\?|$)/.test(id) ? code.replace(/@(media|container stage) \(--([\w-]+)\)/g, (_, rule, name) => `@${rule} ${queries[name]}`) : null),
  }],
  build: {
    write: false, target: common.target, cssTarget: common.target, assetsInlineLimit: 0, modulePreload: false, assetsDir: "", reportCompressedSize: false, cssMinify: process.env.CSSMIN ?? "lightningcss",
    rolldownOptions: {
      input: { chabudai: join(ROOT, "web/main.tsx"), styles: join(ROOT, "web/chabudai.css"), needs: join(ROOT, "web/needs.css"), japanese: join(ROOT, "web/japanese.css") },
      output: { comments: false, entryFileNames: "[name]-[hash].js", chunkFileNames: "[name]-[hash].js", assetFileNames: "[name]-[hash][extname]", hashCharacters: "base36", codeSplitting: { groups: [{ name: "shell", tags: ["$initial"], test: /\.tsx?$|\.json$|node_modules|rooms|pictures|books|preload/ }] } },
    },
  },
});
console.timeEnd("vite");
const chunks = output.filter((o) => o.type === "chunk");
const by = new Map(chunks.map((c) => [c.fileName, c]));
const closure = (n, found = new Set()) => { found.add(n); for (const i of by.get(n).imports) if (!found.has(i)) closure(i, found); return found; };
const of = (p) => chunks.find((c) => c.facadeModuleId === join(ROOT, p));
const css = (n) => output.find((o) => o.fileName.startsWith(`${n}-`) && o.fileName.endsWith(".css")).fileName;
const main = of("web/main.tsx").fileName, sh = closure(main);
const files = new Map(output.map((o) => [o.fileName, o.code ?? o.source]));
const manifest = { js: main, css: css("styles"), tables: Object.fromEntries(rooms.map(({ name, web }) => [name, [css(name), ...new Set([...AT_TABLES, relative(ROOT, join(web, "room.tsx"))].flatMap((p) => [...closure(of(p).fileName)]))].filter((n) => !sh.has(n))])) };
files.set("manifest.json", JSON.stringify(manifest));
for (const [name, contents] of [...files]) {
  if (!/\.(js|css)$/.test(name)) continue;
  files.set(`${name}.br`, await promisify(brotliCompress)(contents));
  files.set(`${name}.gz`, await promisify(gzip)(contents, { level: 9 }));
}
await rm(OUT, { recursive: true, force: true });
await mkdir(OUT, { recursive: true });
for (const [name, contents] of files) await writeFile(join(OUT, name), contents);
console.log(files.size);
