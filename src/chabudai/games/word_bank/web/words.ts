/** Word Bank's sentences: its own strings, and translations of the server's sentences. */
import { phrases, sayings } from "@shell/language";
import { teller } from "@shell/telling";
import en from "./strings/en.json";
import ja from "./strings/ja.json";

export const t = phrases<keyof typeof en>({ en, ja });

export const translate = await sayings(() => import("../catalogue.ja.json"));

/** Places are numbered as the keys that lay a stone there: 1 is the safe at the top. */
export const tell = teller(translate, ({ name }) => String(Number(name) + 1));
