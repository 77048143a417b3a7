/** The fonts as @font-face rules. */
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import subset from "subset-font";

export const LATIN = "atkinson-hyperlegible-next-latin-wght-normal";
const LATIN_PACKAGE = "@fontsource-variable/atkinson-hyperlegible-next";
const JAPANESE_PACKAGE = "@fontsource/biz-udpgothic";
const WEIGHTS = [400, 700];
/** Below this a character is Latin's. */
const FIRST_JAPANESE = 0x2e80;
/** From the first to the last of the syllables, which names are written in. */
const KANA = [0x3041, 0x30fe];

export function latin() {
  return `@font-face{font-family:"Hyperlegible";font-weight:200 800;font-display:swap;src:url("${LATIN_PACKAGE}/files/${LATIN}.woff2") format("woff2")}`;
}

/** A rule for Japanese characters of a weight, in a range as CSS has it. */
const face = (weight, file, range) =>
  `@font-face{font-family:"BIZ UDPGothic Web";font-weight:${weight};font-display:swap;src:url("${file}") format("woff2");unicode-range:${range}}`;

/** BIZ UDPGothic as a style sheet, with the files that it names, by their names. Of each weight one file has the syllables
 * and what else the screens of ours and of the rooms in these folders write, and one what is only on the rooms' cards. Other
 * characters, as names may have, are in those of the package's pieces that hold some of the screens'.
 */
export async function japanese(root, games) {
  const [first, last] = KANA;
  const kana = Array.from({ length: last - first + 1 }, (_, at) => first + at);
  const written = [...new Set([...(await characters([join(root, "web"), join(root, "src/chabudai/server"), ...games], SCREENS)), ...kana])];
  const printed = (await characters(games, CARDS)).filter((point) => !written.includes(point));
  const parts = Object.entries({ cards: printed, screens: written }).filter(([, points]) => points.length > 0);
  const pieces = await Promise.all(WEIGHTS.map((weight) => piecesOf(root, weight, new Set(written))));
  const files = await Promise.all(WEIGHTS.flatMap((weight) => parts.map((part) => cutOut(root, weight, ...part))));
  // Of several rules for a character the last one counts.
  const rules = files.map(({ weight, name, points }) => face(weight, name, points.map((point) => `U+${point.toString(16)}`).join()));
  return { sheet: [...pieces.flat(), ...rules].join("\n"), files };
}

/** The font of a weight with these characters and no others, with the name of its file. */
async function cutOut(root, weight, part, points) {
  const whole = await readFile(join(root, "node_modules", JAPANESE_PACKAGE, `files/biz-udpgothic-japanese-${weight}-normal.woff2`));
  const font = await subset(whole, String.fromCodePoint(...points), { targetFormat: "woff2" });
  return { weight, points, name: `biz-udpgothic-${part}-${weight}.woff2`, font };
}

/** What screens write in Japanese: strings, catalogues and rulebooks; and what is printed on cards. */
const SCREENS = /(strings[\\/]ja|catalogue\.ja)\.json$|RULES\.ja\.md$/;
const CARDS = /^\w+[\\/]cards\.json$/;

/** The Japanese characters of the files of such names in these folders, in order. */
async function characters(folders, names) {
  const found = folders.map(async (folder) => {
    const files = await readdir(folder, { recursive: true });
    return files.filter((file) => names.test(file)).map((file) => join(folder, file));
  });
  const paths = (await Promise.all(found)).flat();
  const texts = await Promise.all(paths.map((path) => readFile(path, "utf8")));
  const points = [...texts.join("")].map((character) => character.codePointAt(0) ?? 0);
  return [...new Set(points.filter((point) => point >= FIRST_JAPANESE))].sort((one, other) => one - other);
}

/** The package's pieces of a weight that hold any of the characters wanted. */
async function piecesOf(root, weight, wanted) {
  const css = await readFile(join(root, "node_modules", JAPANESE_PACKAGE, `${weight}.css`), "utf8");
  const rules = css.match(/@font-face\s*{[^}]*}/g) ?? [];
  return rules.flatMap((rule) => {
    const file = /url\(\.\/(files\/[^)]+\.woff2)\)/.exec(rule)?.[1];
    const range = /unicode-range:\s*([^;]+);/.exec(rule)?.[1];
    if (!file || !range || !holdsAny(range, wanted)) return [];
    return face(weight, `${JAPANESE_PACKAGE}/${file}`, range);
  });
}

function holdsAny(range, wanted) {
  return range.split(",").some((part) => {
    const [first, last] = part.trim().slice(2).split("-").map((hex) => Number.parseInt(hex, 16));
    for (let point = first; point <= (last ?? first); point += 1) if (wanted.has(point)) return true;
    return false;
  });
}
