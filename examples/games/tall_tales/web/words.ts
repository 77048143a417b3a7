/** The sentences of Tall Tales: its own texts, and translations of the server's. */
import { phrases, sayings } from "@shell/i18n/language";
import { teller } from "@shell/state/telling";
import en from "./strings/en.json";
import ja from "./strings/ja.json";

export const t = phrases<keyof typeof en>({ en, ja });

export const translate = await sayings(() => import("../catalogue.ja.json"));

export const tell = teller(translate);
