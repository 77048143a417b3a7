/** The sentences for the players' sheet and the leave sheet, and of games that cannot continue, which are rarely
 * read. */
import { phrases } from "../../i18n/language";
import en from "./strings/en.json";
import ja from "./strings/ja.json";

export const said = phrases<keyof typeof en>({ en, ja });
