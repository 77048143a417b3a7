/** The Kakapo at the front page's door. */
import type { Sign } from "@shell/door";
import { phrases } from "@shell/language";
import en from "./strings/en.json";
import ja from "./strings/ja.json";

const t = phrases<keyof typeof en>({ en, ja });

export const sign: Sign = {
  words: () => ({ title: t("title"), facts: t("facts"), about: t("about"), choose: t("choose"), draw: t("draw") }),
  // It is at its best with a buddy.
  bots: 1,
  // Who begins is drawn by lot or holds a card.
  opening: {},
};
