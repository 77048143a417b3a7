/** The sentences for the pages that pair a big screen. */
import { phrases } from "../../i18n/language";
import en from "./strings/en.json";
import ja from "./strings/ja.json";

export const t = phrases<keyof typeof en>({ en, ja });
