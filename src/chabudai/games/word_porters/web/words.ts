/** Word Porters' sentences: its own strings, and translations of the server's sentences. */
import { phrases, sayings, type Translate } from "@shell/i18n/language";
import { refusals } from "@shell/state/refusals";
import { printed } from "./faces";
import en from "./strings/en.json";
import ja from "./strings/ja.json";

export const t = phrases<keyof typeof en>({ en, ja });

const saying = await sayings(() => import("../catalogue.ja.json"));
/** Texts that are not sentences are texts of cards. */
export const translate: Translate = (sentence, facts) => saying(printed(sentence), facts);

/** Return the game's refusal as the status. */
export const refusing = refusals(translate);
