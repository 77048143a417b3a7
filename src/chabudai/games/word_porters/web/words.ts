/** Word Porters' sentences: its own catalogue, and the translations of what the server says. */
import { fill, lang, phrases, type Facts } from "@shell/language";
import catalogue from "../catalogue.ja.json";
import en from "./strings/en.json";
import ja from "./strings/ja.json";

export const t = phrases<keyof typeof en>({ en, ja });

const japanese: Readonly<Record<string, string>> = catalogue;

export function translate(sentence: string, facts: Facts): string {
  return fill(lang.value === "ja" ? (japanese[sentence] ?? sentence) : sentence, facts);
}
