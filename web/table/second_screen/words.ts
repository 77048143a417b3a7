/** The sentences of a page next to a big screen. */
import { phrases } from "../../i18n/language";
import en from "./strings/en.json";
import ja from "./strings/ja.json";

export const say = phrases<keyof typeof en>({ en, ja });
