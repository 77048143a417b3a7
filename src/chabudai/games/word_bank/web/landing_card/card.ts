/** Word Bank on the front page. */
import type { LandingCard } from "@shell/state/landing_card";
import { phrases } from "@shell/i18n/language";
import type { Options } from "../types.gen";
import en from "./strings/en.json";
import ja from "./strings/ja.json";

const t = phrases<keyof typeof en>({ en, ja });

export const card: LandingCard = {
  text: () => ({ title: t("title"), facts: t("facts"), about: t("about") }),
  place: 1,
  bots: 2,
  opening: { first_player: 0 } satisfies Partial<Options>,
  gentle: { retry_words: true } satisfies Partial<Options>,
  result: (n) => t("left", { n }),
};
