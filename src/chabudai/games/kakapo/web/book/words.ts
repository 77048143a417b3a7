/** The sentences of the page of missions. */
import { phrases } from "@shell/i18n/language";
import en from "./strings/en.json";
import ja from "./strings/ja.json";

export const t = phrases<keyof typeof en>({ en, ja });
