/** The Kakapo on the front page. */
import type { LandingCard } from "@shell/state/landing_card";
import { phrases } from "@shell/i18n/language";
import en from "./strings/en.json";
import ja from "./strings/ja.json";

const t = phrases<keyof typeof en>({ en, ja });

export const card: LandingCard = {
  text: () => ({ title: t("title"), facts: t("facts"), about: t("about"), choose: t("choose"), draw: t("draw") }),
  place: 4,
  // The game is best with one other player.
  bots: 1,
  // No choice: the start player is drawn at random or holds a certain card.
  opening: {},
  gentle: {},
};
