/** Quiddler at the front page's door. */
import type { Sign } from "@shell/door";
import { phrases } from "@shell/language";
import type { Options } from "../types.gen";
import en from "./strings/en.json";
import ja from "./strings/ja.json";

const t = phrases<keyof typeof en>({ en, ja });

export const sign: Sign = {
  words: () => ({ title: t("title"), facts: t("facts"), about: t("about") }),
  bots: 2,
  // The player after the dealer begins.
  opening: { first_dealer: 2 } satisfies Partial<Options>,
};
