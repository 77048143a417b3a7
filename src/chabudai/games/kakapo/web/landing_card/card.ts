/** The Kakapo on the front page. */
import type { LandingCard } from "@shell/state/landing_card";
import { lang, phrases } from "@shell/i18n/language";
import type { Options } from "../types.gen";
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
  mission: (options) => missionOf((options as Partial<Options>).mission ?? 1),
};

/** Return the number of a mission in the book, or the title of a custom one. */
function missionOf(mission: Options["mission"]): string {
  if (typeof mission === "object") return mission.title[lang.value];
  return t("mission", { n: String(mission).replace(/.*\//, "") });
}
