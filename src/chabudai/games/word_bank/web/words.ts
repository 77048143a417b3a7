/** Word Bank's sentences: its own strings, and translations of the server's sentences. */
import { phrases, sayings } from "@shell/language";
import en from "./strings/en.json";
import ja from "./strings/ja.json";

export const t = phrases<keyof typeof en>({ en, ja });

export const translate = sayings(() => import("../catalogue.ja.json"));
