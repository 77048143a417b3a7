/** The sentences of the big screen, fetched with it. */
import { phrases } from "../i18n/language";
import en from "./strings/en.json";
import ja from "./strings/ja.json";

export const say = phrases<keyof typeof en>({ en, ja });

/** Return a code with a space in the middle, for reading it aloud. */
export const spaced = (code: string): string => code.replace(/^(.{3})(.{3})$/, "$1\u00a0$2");
