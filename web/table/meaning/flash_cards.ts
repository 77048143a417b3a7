/** Words as a CSV file for flash cards and spreadsheets. */
import type { Meaning } from "../../net/types.gen";
import type { Met } from "./word_history";

/** Without this mark, some spreadsheets assume an older encoding than UTF-8. */
const BYTE_ORDER_MARK = "\ufeff";
/** Anki skips a line that begins with #, without quotes. By default it uses the first column for the front of a
 * card, the second for its back, and the third for tags. */
const HEADER = "#word,meaning,tags,japanese,reading,english,looked up,said or laid,source";
const SOURCE = "WordNet 3.0; EDICT (EDRDG), FreeDict, CC BY-SA 3.0";

export function flashCards(words: readonly Met[]): string {
  const rows = words.map((word) => row(word).map(cell).join(","));
  return BYTE_ORDER_MARK + [HEADER, ...rows].map((line) => `${line}\r\n`).join("");
}

function row({ word, meanings, opened, said, own }: Met): readonly string[] {
  const glosses = meanings.flatMap(({ japanese }) => japanese);
  const english = meanings.map((each) => inEnglish(each, word)).filter(Boolean).join("; ");
  const japanese = glosses.map(({ text, reading }) => (reading === "" ? text : `${text}（${reading}）`)).join("、");
  const tags = ["chabudai", opened !== null && "looked-up", said !== null && (own ? "own" : "heard")];
  return [
    word,
    [japanese, english].filter(Boolean).join(" – "),
    tags.filter(Boolean).join(" "),
    glosses.map(({ text }) => text).join("、"),
    glosses.map(({ text, reading }) => reading || text).join("、"),
    english,
    opened ?? "",
    said ?? "",
    SOURCE,
  ];
}

function inEnglish({ word: of, senses }: Meaning, word: string): string {
  const told = senses.map(({ part, definition }) => `${part}: ${definition}`).join("; ");
  return told !== "" && of !== word ? `${of} – ${told}` : told;
}

/** Spreadsheets would evaluate a cell that begins like a formula. */
const FORMULA = /^[=+\-@\t\r＝＋－＠]/;

const cell = (text: string): string => `"${(FORMULA.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`;
