/** The sentences for the menu and the answers to keys, fetched on demand. */
import { phrases } from "../i18n/language";
import en from "./strings/en.json";
import ja from "./strings/ja.json";

export type Word = keyof typeof en;
export const say = phrases<Word>({ en, ja });
