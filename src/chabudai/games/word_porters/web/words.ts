/** Word Porters' sentences: its own strings, and translations of the server's sentences. */
import { phrases, sayings } from "@shell/language";
import { refusals } from "@shell/frame/refusals";
import en from "./strings/en.json";
import ja from "./strings/ja.json";

export const t = phrases<keyof typeof en>({ en, ja });

export const translate = await sayings(() => import("../catalogue.ja.json"));

/** What the game does not allow, as the status. */
export const refusing = refusals(translate);
