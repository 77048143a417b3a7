/** Bundles scripts and style sheets, for the client and for the page that `make art` draws from. */
import { build } from "esbuild";
import { createHash } from "node:crypto";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { build as rolldown } from "rolldown";
import { CSS, ROOT } from "./paths.mjs";

const TARGET = ["es2022", "chrome111", "firefox115", "safari16.4"];
const QUERIES = JSON.parse(await readFile(join(CSS, "media.json"), "utf8"));

/** The files of this build, by their names. */
export const files = new Map();

/** Add a file with a hash of its contents in its name. Returns the name. */
export function addFile(name, ending, contents) {
  const file = `${name}-${createHash("sha256").update(contents).digest("hex").slice(0, 8)}${ending}`;
  files.set(file, contents);
  return file;
}

/** Insert the queries of `web/css/media.json`: `@media (--stage)`, `@container stage (--tight)`. */
const customMedia = {
  name: "custom-media",
  setup: (plugins) =>
    plugins.onLoad({ filter: /\.css$/ }, async ({ path }) => {
      const sheet = await readFile(path, "utf8");
      const contents = sheet.replace(/@(media|container stage) \(--([\w-]+)\)/g, (_, rule, name) => {
        if (!(name in QUERIES)) throw new Error(`web/css/media.json has no ${name}`);
        return `@${rule} ${QUERIES[name]}`;
      });
      return { contents, loader: "css", resolveDir: dirname(path) };
    }),
};

/** Add a style sheet that joins these files and further rules, with the fonts that it names. Returns the name of its
 * file. */
export async function addSheet(name, paths, rules = "") {
  const { outputFiles } = await build({
    stdin: { contents: `${paths.map((path) => `@import ${JSON.stringify(path)};`).join("\n")}\n${rules}`, loader: "css", resolveDir: ROOT },
    outdir: ROOT,
    entryNames: `${name}-[hash]`,
    assetNames: "[name]-[hash]",
    loader: { ".woff2": "file" },
    external: ["./biz-udpgothic-*"],
    plugins: [customMedia],
    target: TARGET,
    bundle: true,
    minify: true,
    charset: "utf8",
    write: false,
    logLevel: "warning",
  });
  const made = outputFiles.map(({ path, contents }) => [basename(path), contents]);
  for (const [file, contents] of made) files.set(file, contents);
  return made.find(([file]) => file.endsWith(".css"))[0];
}

/** Add a script and its imports, including style sheets. `modules` maps names of generated modules to their sources.
 * Returns the chunks. */
export async function addScripts(script, modules, define) {
  const { output } = await rolldown({
    cwd: ROOT,
    input: script,
    write: false,
    tsconfig: "tsconfig.json",
    // Games outside this checkout cannot resolve its paths and packages.
    resolve: { alias: { "@shell": join(ROOT, "web") }, mainFields: ["module", "main"], modules: [join(ROOT, "node_modules")] },
    transform: { target: TARGET, define },
    checks: { pluginTimings: false },
    onwarn: (warning, log) => {
      if (warning.code === "UNRESOLVED_IMPORT") throw new Error(warning.message);
      log(warning);
    },
    plugins: [
      {
        name: "chabudai",
        resolveId: (id) => (id in modules ? `\0${id}` : null),
        load: async (id) => {
          if (!id.endsWith(".css")) return modules[id.slice(1)];
          const code = `export default ${JSON.stringify(await addSheet(basename(id, ".css"), [id]))}`;
          return { code, moduleType: "js" };
        },
      },
    ],
    output: {
      minify: true,
      comments: false,
      hashCharacters: "base36",
      entryFileNames: "[name]-[hash].js",
      chunkFileNames: "[name]-[hash].js",
      // The code that every page loads is one chunk.
      codeSplitting: { groups: [{ name: "chabudai", tags: ["$initial"] }] },
    },
  });
  // Leave out an entry that only imports that chunk.
  const chunks = output.filter(({ isEntry, moduleIds }) => !isEntry || moduleIds.length > 0);
  for (const { fileName, code } of chunks) files.set(fileName, code);
  return chunks;
}

/** Add a script that runs outside the page. Returns the name of its file. */
export async function addWorker(script) {
  const { outputFiles } = await build({ entryPoints: [join(ROOT, script)], bundle: true, format: "iife", minify: true, target: TARGET, write: false });
  return addFile(basename(script, ".ts"), ".js", outputFiles[0].contents);
}

/** Find the chunk that contains a source. */
export const chunkOf = (chunks, source) => chunks.find(({ moduleIds }) => moduleIds.includes(join(ROOT, source)));

/** Write the files into a folder, and delete its other files. */
export async function write(folder) {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  for (const [name, contents] of files) await writeFile(join(folder, name), contents);
}
