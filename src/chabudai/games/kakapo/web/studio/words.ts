/** The studio's own sentences, which are not loaded with a table. */
import { phrases } from "@shell/i18n/language";
import en from "./strings/en.json";
import ja from "./strings/ja.json";

export const t = phrases<keyof typeof en>({ en, ja });

/** Birds are named by letters here, as in mission files and in flaws. */
export const letterOf = (bird: number): string => "ABCDEFGH".charAt(bird);
export const birdName = (bird: number): string => t("studio.bird", { letter: letterOf(bird) });
