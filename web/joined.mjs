/** What esbuild has split, in few files. It makes one of all modules that the same pages need, most of them of a few
 * lines, and each would be a request of its own: what comes with every page becomes one file.
 */
import { rollup } from "@rollup/wasm-node";
import { transform } from "esbuild";
import { basename } from "node:path";
import { common } from "./bundling.mjs";

const { target, charset, legalComments } = common;

/** A plugin that finds modules among these, which have no folders. */
const among = (parts) => ({
  name: "among",
  resolveId: (id) => (parts.has(basename(id)) ? basename(id) : null),
  load: (id) => parts.get(id),
});

/** A plugin that makes what is written small. */
const minified = {
  name: "minified",
  renderChunk: (code) => transform(code, { minify: true, format: "esm", target, charset, legalComments }),
};

/** A module, and all that it imports at once. */
function loadedWith(module, getModuleInfo, found = new Set()) {
  found.add(module);
  for (const each of getModuleInfo(module).importedIds) {
    if (!found.has(each)) loadedWith(each, getModuleInfo, found);
  }
  return found;
}

/** The name of a file; a part's has esbuild's hash at its end. */
const named = ({ name }) => `${name.replace(/-[A-Z0-9]{8}$/, "")}-[hash].js`;

/** Rollup's chunks of modules, which are given as texts by their names. The first one is that of `main`. */
export async function joined(parts, main) {
  const bundle = await rollup({ input: main, plugins: [among(parts), minified] });
  const { output } = await bundle.generate({
    entryFileNames: named,
    chunkFileNames: named,
    hashCharacters: "base36",
    hoistTransitiveImports: false,
    manualChunks: (id, { getModuleInfo }) => (loadedWith(main, getModuleInfo).has(id) ? "chabudai" : null),
  });
  await bundle.close();
  return output;
}

/** The names of the chunks that these modules come with, but for the first chunk, which every page has. */
export function comesWith([, ...chunks], modules) {
  const found = new Set();
  const add = (chunk) => {
    if (chunk === undefined || found.has(chunk.fileName)) return;
    found.add(chunk.fileName);
    for (const name of chunk.imports) add(chunks.find(({ fileName }) => fileName === name));
  };
  for (const module of modules) add(chunks.find(({ moduleIds }) => moduleIds.includes(module)));
  return [...found];
}
