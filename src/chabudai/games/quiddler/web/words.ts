/** Quiddler's sentences: its own strings, and translations of the server's sentences. */
import { phrases, sayings } from "@shell/i18n/language";
import { refusals } from "@shell/state/refusals";
import { teller } from "@shell/state/telling";
import en from "./strings/en.json";
import ja from "./strings/ja.json";

export const t = phrases<keyof typeof en>({ en, ja });

export const translate = await sayings(() => import("../catalogue.ja.json"));

export const tell = teller(translate);

/** Convert the game's refusal to a status. */
export const refusing = refusals(translate);

/** Format a number. Its minus sign is as wide as a digit. */
export const signed = (points: number): string => (points < 0 ? `−${-points}` : String(points));

/** Return the letters of a word's cards. */
export const spelled = (cards: readonly string[]): string => cards.join("");
