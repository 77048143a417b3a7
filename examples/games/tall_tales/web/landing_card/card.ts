/** Tall Tales on the front page. */
import { phrases } from "@shell/i18n/language";
import type { LandingCard } from "@shell/state/landing_card";
import en from "./strings/en.json";
import ja from "./strings/ja.json";

const t = phrases<keyof typeof en>({ en, ja });

export const card: LandingCard = {
  text: () => ({ title: t("title"), facts: t("facts"), about: t("about") }),
  place: 9,
  bots: 1,
  // The first seat tells first.
  opening: {},
  gentle: {},
};
