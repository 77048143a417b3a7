/** Word Porters' sentences: its own catalogue, and the translations of what the server says. */
import { phrases, sayings } from "@shell/language";
import { refusals } from "@shell/frame/refusals";
import en from "./strings/en.json";
import ja from "./strings/ja.json";

export const t = phrases<keyof typeof en>({ en, ja });

export const translate = sayings(() => import("../catalogue.ja.json"));

/** A refusal of the game as the status. */
export const refusing = refusals(translate);
