/** The texts of the cards in the reader's language. Two seats may read the same card in two languages. */
import { effect, signal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { lang } from "@shell/i18n/language";
import { lasting } from "@shell/platform/storage";
import type { Options } from "./types.gen";

/** Loaded as a file of its own, separate from the screen's code. */
const { default: box } = await import("../cards.json");

/** The scripts of Japanese cards: kanji with furigana, kanji without, or kana. */
export type Script = "ruby" | "kanji" | "kana";
export const SCRIPTS: readonly Script[] = ["ruby", "kanji", "kana"];

const KEPT = "chabudai.porters.script";
export const script = signal<Script | null>(SCRIPTS.find((each) => each === lasting.get(KEPT)) ?? null);
effect(() => {
  if (script.value !== null) lasting.set(KEPT, script.value);
});

/** A text as printed. `{城|しろ}` has a reading. */
export interface Text {
  readonly coded: string;
  readonly ruby: boolean;
}

interface Side<T> {
  readonly en: T;
  readonly ja: T;
  readonly kana: T;
}

/** Children read kana unless they have chosen another script. */
export const scriptAt = (options: Options): Script => script.value ?? (options.children ? "kana" : "ruby");

function read<T>(side: Side<T>, options: Options): T {
  if (lang.value === "en") return side.en;
  return scriptAt(options) === "kana" ? side.kana : side.ja;
}

const text = (coded: string, options: Options): Text => ({ coded, ruby: scriptAt(options) === "ruby" });

/** Return the table's own word on a face, if it is not one of the box. */
const ownWord = (face: number, { own_words, own_share }: Options): string | undefined =>
  own_words[own_share === "all" ? face : face >> 1];

export function wordOn(face: number | undefined, options: Options): Text {
  if (face === undefined) return text("", options);
  const own = ownWord(face, options);
  if (own !== undefined) return text(own, options);
  const side = box.words[face >> 1]?.sides[face & 1];
  return text(side ? read(side, options) : "", options);
}

/** Return the text of a word card in English, or as its table wrote it. */
export const englishOn = (face: number, options: Options): string =>
  ownWord(face, options) ?? box.words[face >> 1]?.sides[face & 1]?.en ?? "";

/** Return hint word 0 or 1 of a hint card. */
export function hintOn(face: number | undefined, word: number, options: Options): Text {
  if (face === undefined) return text("", options);
  if (options.own_hints.length > 0) return text(options.own_hints[face]?.[word] ?? "", options);
  const side = box.hints[face >> 1]?.sides[face & 1];
  return text(side ? (read(side, options)[word] ?? "") : "", options);
}

/** The Japanese texts for children and for others, by the English text of each word and hint. */
const japanese = new Map(
  [...box.words, ...box.hints].flatMap(({ sides }) =>
    sides.flatMap(({ en, ja, kana }) => [en].flat().map((text, at) => [text, { ja: [ja].flat()[at], kana: [kana].flat()[at] }] as const)),
  ),
);

/** Translate a card's English text in a sentence from the server into this reader's script. */
export function printed(english: string): string {
  const side = lang.value === "en" ? undefined : japanese.get(english);
  const coded = script.value === "kana" ? side?.kana : side?.ja;
  return coded === undefined ? english : plain({ coded, ruby: false });
}

/** Return whether a word is for children. */
export function isChick(face: number, options: Options): boolean {
  return ownWord(face, options) === undefined && box.words[face >> 1]?.chick === (face & 1);
}

const READING = /\{([^|}]*)\|([^}]*)\}/g;

/** A place where a long Japanese word may be broken. */
const BREAK = "\u200b";

/** Return the text without its furigana, for sentences and names. */
export const plain = (text: Text): string => unread(text).replace(BREAK, "");

/** Return the text without its furigana, and with its breaks. */
const unread = ({ coded }: Text): string => coded.replace(READING, "$1");

/** The maximum number of characters in one line. Longer texts take two lines. */
const ONE_LINE = 14;

/** Return the width of letters in one line, in characters. M and W are half as wide again. */
const widthOf = (letters: string): number => letters.length + 0.5 * (letters.match(/[mw]/gi)?.length ?? 0);

/** Return the width of a text as laid out, in characters. */
function breadth(text: Text): number {
  const whole = width(text);
  const longest = Math.max(...plain(text).split(/[\s-]/).map(widthOf));
  return whole <= ONE_LINE ? Math.max(3, whole) : Math.max(0.55 * whole, Math.min(longest, ONE_LINE));
}

/** Return the width of a text in one line, in characters. Furigana count half. */
function width({ coded, ruby }: Text): number {
  const parts = coded.replace(BREAK, "").split(READING);
  let sum = 0;
  for (let at = 0; at < parts.length; at += 3) {
    const [between = "", base = "", reading = ""] = parts.slice(at, at + 3);
    sum += widthOf(between) + Math.max(base.length, ruby ? 0.52 * reading.length : 0);
  }
  return sum;
}

/** Content hidden from screen readers. Put a plain name next to it. */
export function Seen({ children }: { readonly children: ComponentChildren }) {
  return (
    <span class="seen" aria-hidden="true">
      {children}
    </span>
  );
}

export function Face({ text }: { readonly text: Text }) {
  const parts = text.coded.split(READING);
  return (
    <span class="face" style={{ "--n": breadth(text) }}>
      {text.ruby
        ? parts.map((part, at) => {
            if (at % 3 === 0) return part;
            if (at % 3 === 2) return null;
            return (
              <ruby key={at}>
                {part}
                <rp>（</rp>
                <rt>{parts[at + 1]}</rt>
                <rp>）</rp>
              </ruby>
            );
          })
        : unread(text)}
    </span>
  );
}
