/** The sentences of the big screen, fetched with it. */
import { phrases } from "../i18n/language";
import en from "./strings/en.json";
import ja from "./strings/ja.json";

export const say = phrases<keyof typeof en>({ en, ja });
