/** The sentences for the way from a game to the party's next one, fetched with the screen of a table. */
import { phrases } from "../../i18n/language";
import en from "./strings/en.json";
import ja from "./strings/ja.json";

export const told = phrases<keyof typeof en>({ en, ja });
