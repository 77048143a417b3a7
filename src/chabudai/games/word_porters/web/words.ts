/** Word Porters' sentences: its own strings, and translations of the server's sentences. */
import { phrases, sayings, type Translate } from "@shell/i18n/language";
import { refusals } from "@shell/state/refusals";
import { printed } from "./faces";
import en from "./strings/en.json";
import ja from "./strings/ja.json";

export const t = phrases<keyof typeof en>({ en, ja });

const saying = await sayings(() => import("../catalogue.ja.json"));
/** What is no sentence is the text of a card. */
export const translate: Translate = (sentence, facts) => saying(printed(sentence), facts);

/** What the game does not allow, as the status. */
export const refusing = refusals(translate);
