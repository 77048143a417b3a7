/** The fonts as @font-face rules. */
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import subset from "subset-font";
import { addFile } from "./bundling.mjs";
import { ROOT } from "./paths.mjs";

export const LATIN = "atkinson-hyperlegible-next-latin-wght-normal";
/** The fonts with the Japanese characters of screens. */
export const JAPANESE = "biz-udpgothic-screens";
const LATIN_PACKAGE = "@fontsource-variable/atkinson-hyperlegible-next";
const JAPANESE_PACKAGE = "@fontsource/biz-udpgothic";
const FOLDER = join(ROOT, "node_modules", JAPANESE_PACKAGE);
const WEIGHTS = [400, 700];
/** Japanese characters start here. */
const FIRST_JAPANESE = 0x2e80;
/** The first and the last kana, which are used in names. */
const [FIRST_KANA, LAST_KANA] = [0x3041, 0x30fe];
/** Files with the Japanese text of screens: strings, catalogues and rulebooks; and of cards. */
const SCREENS = /(strings[\\/]ja|catalogue\.ja)\.json$|RULES\.ja\.md$/;
const CARDS = /^\w+[\\/]cards\.json$/;

export const latin = () =>
  `@font-face{font-family:"Hyperlegible";font-weight:200 800;font-display:swap;src:url("${LATIN_PACKAGE}/files/${LATIN}.woff2") format("woff2")}`;

/** Write a rule for the Japanese characters of a weight in a range. */
const face = (weight, file, range) =>
  `@font-face{font-family:"BIZ UDPGothic Web";font-weight:${weight};font-display:swap;src:url("${file}") format("woff2");unicode-range:${range}}`;

/** Return the rules for BIZ UDPGothic. Each weight has two files of its own: one for kana and the characters of
 * screens, in the shell and in the games of these folders, and one for characters that occur only on cards. Other
 * characters, which names may contain, are in those files of the package that also contain characters of the
 * screens. */
export async function japanese(games) {
  const kana = Array.from({ length: LAST_KANA - FIRST_KANA + 1 }, (_, at) => FIRST_KANA + at);
  const shared = ["web", "src/chabudai/server"].map((folder) => join(ROOT, folder));
  const screens = new Set([...(await characters([...shared, ...games], SCREENS)), ...kana]);
  const cards = (await characters(games, CARDS)).filter((point) => !screens.has(point));
  const parts = Object.entries({ cards, screens: [...screens] }).filter(([, points]) => points.length > 0);
  const ranges = Object.entries(JSON.parse(await readFile(join(FOLDER, "unicode.json"), "utf8")));
  const pieces = ranges.filter(([, range]) => holdsAny(range, screens));
  const rules = WEIGHTS.map(async (weight) => [
    ...pieces.map(([piece, range]) => face(weight, `${JAPANESE_PACKAGE}/files/${fileOf(piece.replace(/\W/g, ""), weight)}`, range)),
    // If several rules cover a character, the last one counts.
    ...(await Promise.all(parts.map((part) => cutOut(weight, ...part)))),
  ]);
  return (await Promise.all(rules)).flat().join("\n");
}

const fileOf = (piece, weight) => `biz-udpgothic-${piece}-${weight}-normal.woff2`;

/** Add the font of a weight with only these characters. Returns its rule. */
async function cutOut(weight, part, points) {
  const whole = await readFile(join(FOLDER, "files", fileOf("japanese", weight)));
  const font = await subset(whole, String.fromCodePoint(...points), { targetFormat: "woff2" });
  const file = addFile(`biz-udpgothic-${part}-${weight}`, ".woff2", font);
  return face(weight, `./${file}`, points.map((point) => `U+${point.toString(16)}`).join());
}

/** Collect the Japanese characters in the files with the given names in these folders, in order. */
async function characters(folders, names) {
  const texts = folders.map(async (folder) => {
    const files = (await readdir(folder, { recursive: true })).filter((file) => names.test(file));
    return Promise.all(files.map((file) => readFile(join(folder, file), "utf8")));
  });
  const points = Array.from((await Promise.all(texts)).flat().join(""), (character) => character.codePointAt(0));
  return [...new Set(points.filter((point) => point >= FIRST_JAPANESE))].sort((one, other) => one - other);
}

function holdsAny(range, points) {
  return range.split(",").some((part) => {
    const [first, last = first] = part.slice(2).split("-").map((hex) => Number.parseInt(hex, 16));
    return [...points].some((point) => first <= point && point <= last);
  });
}
