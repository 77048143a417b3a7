/** The reader's language, and sentences in it. */
import { computed, effect, signal, type ReadonlySignal } from "@preact/signals";
import en from "./strings/en.json";
import ja from "./strings/ja.json";
import { lasting } from "../platform/storage";
import { addStylesheet } from "../platform/stylesheets";

export type Lang = "en" | "ja";
export type Facts = Readonly<Record<string, string | number>>;
export type Book<K extends string> = Readonly<Record<K, string>>;
export type Phrase<K extends string> = (key: K, facts?: Facts) => string;

const REMEMBERED = "chabudai.lang";

const known = (language: string | null): language is Lang => language === "en" || language === "ja";

function preferred(): Lang {
  const chosen = lasting.get(REMEMBERED);
  if (known(chosen)) return chosen;
  return navigator.languages.find((each) => /^(en|ja)\b/.test(each))?.startsWith("ja") ? "ja" : "en";
}

const chosen = signal<Lang>(preferred());
export const lang: ReadonlySignal<Lang> = computed(() => chosen.value);

export function chooseLanguage(language: Lang): void {
  chosen.value = language;
  lasting.set(REMEMBERED, language);
}

// A choice in one tab also applies to the others.
addEventListener("storage", ({ key, newValue }) => {
  if (key === REMEMBERED && known(newValue)) chosen.value = newValue;
});

/** The style sheet with the Japanese fonts, as named by the build. */
declare const JAPANESE_SHEET: string;

effect(() => {
  document.documentElement.lang = chosen.value;
  if (chosen.value === "ja") addStylesheet(JAPANESE_SHEET);
});

/** The English plural form for a number. Japanese sentences have one form. */
const plurals = new Intl.PluralRules("en");

/** Return the reader's name, alone or first of some names, as it is written within a sentence. */
export const within = (names: string): string => names.replace(/^You(?=$|, | and )/, "you");

/** Return whether the next word starts a sentence. */
export const startsAfter = (before: string): boolean => /(^|[.!?“] ?)$/.test(before);

/** Fill `{name}` from the facts; `{n|stone|stones}` is the first form when n is singular, else the second. */
export function fill(sentence: string, facts: Facts = {}): string {
  return sentence.replace(/\{(\w+)(?:\|([^|}]*)\|([^}]*))?\}/g, (whole, name: string, one: string | undefined, many: string | undefined, at: number) => {
    const fact = facts[name];
    if (fact === undefined) return whole;
    if (one === undefined) return startsAfter(sentence.slice(0, at)) ? String(fact) : within(String(fact));
    return (typeof fact === "number" && plurals.select(fact) === "one" ? one : many) ?? "";
  });
}

/** Looks up sentences in the reader's language. */
export function phrases<K extends string>(books: Readonly<Record<Lang, Book<K>>>): Phrase<K> {
  return (key, facts) => fill(books[chosen.value][key], facts);
}

type Sayings = Readonly<Record<string, string>>;

export type Translate = (sentence: string, facts: Facts) => string;

/** Translate a game's sentences, which the server sends in English. The Japanese ones are fetched only for Japanese
 * readers, before any part of the game is shown to them. */
export async function sayings(fetch: () => Promise<{ readonly default: Sayings }>): Promise<Translate> {
  const japanese = signal<Sayings>(chosen.peek() === "ja" ? (await fetch()).default : {});
  effect(() => {
    if (chosen.value === "ja") void fetch().then((catalogue) => (japanese.value = catalogue.default));
  });
  return (sentence, facts) => fill(chosen.value === "ja" ? (japanese.value[sentence] ?? sentence) : sentence, facts);
}

export type Key = keyof typeof en;
export const t = phrases<Key>({ en, ja });

/** The list formatter, created once per language: a table formats several lists at each step, and creating a formatter
 * takes longer than using it. */
const list = computed(() => new Intl.ListFormat(chosen.value === "en" ? "en-GB" : chosen.value, { type: "conjunction" }));

/** Format a list in the reader's language, such as "A, B and C". */
export const listed = (items: readonly string[]): string => list.value.format(items);

/** Format names in the reader's language, the reader's own first: "you and B", あなたとB. */
export function people(names: readonly string[]): string {
  const all = [...names.filter((name) => name === t("you")), ...names.filter((name) => name !== t("you"))];
  return chosen.value === "ja" && all.length === 2 ? all.join("と") : listed(all);
}

/** Join sentences; empty ones are left out. */
export function joined(sentences: readonly string[]): string {
  return sentences.filter((each) => each !== "").join(chosen.value === "en" ? " " : "");
}
