/** The sentences for the players' sheet, the leave sheet and games that cannot continue. They are rarely read. */
import { phrases } from "../../i18n/language";
import en from "./strings/en.json";
import ja from "./strings/ja.json";

export const said = phrases<keyof typeof en>({ en, ja });
