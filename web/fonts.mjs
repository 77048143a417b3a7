/** The fonts as @font-face rules. */
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";

export const LATIN = "atkinson-hyperlegible-next-latin-wght-normal";
const LATIN_PACKAGE = "@fontsource-variable/atkinson-hyperlegible-next";
const JAPANESE_PACKAGE = "@fontsource/biz-udpgothic";
const WEIGHTS = [400, 700];
/** Below this a character is Latin's. */
const FIRST_JAPANESE = 0x2e80;

export function latin() {
  return `@font-face{font-family:"Hyperlegible";font-weight:200 800;font-display:swap;src:url("${LATIN_PACKAGE}/files/${LATIN}.woff2") format("woff2")}`;
}

/** BIZ UDPGothic, in the package's pieces that hold characters of ours or of the rooms in these folders. */
export async function japanese(root, games) {
  const wanted = await characters([join(root, "web"), ...games]);
  const pieces = await Promise.all(WEIGHTS.map((weight) => piecesOf(root, weight, wanted)));
  return pieces.flat().join("\n");
}

/** The Japanese characters of the strings, catalogues and rulebooks in these folders. */
async function characters(folders) {
  const found = folders.map(async (folder) => {
    const files = await readdir(folder, { recursive: true });
    return files.filter((file) => /(strings[\\/]ja|catalogue\.ja)\.json$|RULES\.ja\.md$/.test(file)).map((file) => join(folder, file));
  });
  const paths = (await Promise.all(found)).flat();
  const texts = await Promise.all(paths.map((path) => readFile(path, "utf8")));
  const points = [...texts.join("")].map((character) => character.codePointAt(0) ?? 0);
  return new Set(points.filter((point) => point >= FIRST_JAPANESE));
}

/** The package's pieces of a weight that hold any of the characters wanted. */
async function piecesOf(root, weight, wanted) {
  const css = await readFile(join(root, "node_modules", JAPANESE_PACKAGE, `${weight}.css`), "utf8");
  const rules = css.match(/@font-face\s*{[^}]*}/g) ?? [];
  return rules.flatMap((rule) => {
    const file = /url\(\.\/(files\/[^)]+\.woff2)\)/.exec(rule)?.[1];
    const range = /unicode-range:\s*([^;]+);/.exec(rule)?.[1];
    if (!file || !range || !holdsAny(range, wanted)) return [];
    return `@font-face{font-family:"BIZ UDPGothic Web";font-weight:${weight};font-display:swap;src:url("${JAPANESE_PACKAGE}/${file}") format("woff2");unicode-range:${range}}`;
  });
}

function holdsAny(range, wanted) {
  return range.split(",").some((part) => {
    const [first, last] = part.trim().slice(2).split("-").map((hex) => Number.parseInt(hex, 16));
    for (let point = first; point <= (last ?? first); point += 1) if (wanted.has(point)) return true;
    return false;
  });
}
