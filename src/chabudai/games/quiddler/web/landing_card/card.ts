/** Quiddler on the front page. */
import type { LandingCard } from "@shell/state/landing_card";
import { phrases } from "@shell/i18n/language";
import type { Options } from "../types.gen";
import en from "./strings/en.json";
import ja from "./strings/ja.json";

const t = phrases<keyof typeof en>({ en, ja });

export const card: LandingCard = {
  text: () => ({ title: t("title"), facts: t("facts"), about: t("about") }),
  place: 2,
  bots: 2,
  // The player after the dealer begins.
  opening: { first_dealer: 2 } satisfies Partial<Options>,
  gentle: { validation: "when-laid" } satisfies Partial<Options>,
};
