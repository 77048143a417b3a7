/** Word Porters' sentences: its own catalogue, and the translations of what the server says. */
import { fill, phrases, sayings, type Facts } from "@shell/language";
import en from "./strings/en.json";
import ja from "./strings/ja.json";

export const t = phrases<keyof typeof en>({ en, ja });

const said = sayings(() => import("../catalogue.ja.json"));

export function translate(sentence: string, facts: Facts): string {
  return fill(said(sentence), facts);
}
