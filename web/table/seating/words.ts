/** What the players' and the leaver's sheets say, and why a game cannot go on: few ever read it. */
import { phrases } from "../../i18n/language";
import en from "./strings/en.json";
import ja from "./strings/ja.json";

export const said = phrases<keyof typeof en>({ en, ja });
