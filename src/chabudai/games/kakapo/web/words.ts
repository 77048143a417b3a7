/** The Kakapo's sentences: its own strings, and translations of the server's sentences. */
import { lang, phrases, sayings, type Facts } from "@shell/i18n/language";
import { refusals } from "@shell/state/refusals";
import { teller } from "@shell/state/telling";
import en from "./strings/en.json";
import ja from "./strings/ja.json";
import type { Title, Wild } from "./types.gen";

export type Suit = Wild["suit"];

export const t = phrases<keyof typeof en>({ en, ja });

const said = await sayings(() => import("../catalogue.ja.json"));

function inSentence(sentence: string, facts: Facts): string {
  const named = Object.entries(facts).map(([key, fact]) => [key, CARDS.includes(key) ? inWords(String(fact)) : fact]);
  return said(sentence, Object.fromEntries(named) as Facts);
}

export function translate(sentence: string, facts: Facts): string {
  const said = inSentence(sentence, facts);
  return sentence.startsWith("{piece}") ? capital(said) : said;
}

export const tell = teller(inSentence);

/** Return the game's refusal as the status. */
export const refusing = refusals(translate);

/** The facts with codes of cards, such as P8. Other facts may look similar: squares, birds. */
const CARDS: readonly string[] = ["card", "piece"];

const inWords = (fact: string): string => fact.replace(/\b[POBGY][1-8]\b/g, cardName);

export const suitOf = (card: string): Suit => card.charAt(0) as Suit;
export const valueOf = (card: string): number => Number(card.slice(1));
export const suitName = (suit: Suit): string => t(`suit.${suit}`);
export const cardName = (card: string): string => t("card", { suit: suitName(suitOf(card)), n: valueOf(card) });
export const titled = (title: Title): string => title[lang.value];

/** Capitalize the first letter, since a sentence may begin with the name of a suit. */
export const capital = (sentence: string): string => sentence.charAt(0).toUpperCase() + sentence.slice(1);

/** Return the name of a square: columns A to L, rows 1 to 12. */
export const squareName = (row: number, column: number): string => `${"ABCDEFGHIJKL".charAt(column)}${row + 1}`;

export const birdName = (bird: number): string => t("bird", { n: bird + 1 });
