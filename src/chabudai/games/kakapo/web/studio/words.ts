/** The studio's own sentences, which no table needs. */
import { phrases } from "@shell/language";
import en from "./strings/en.json";
import ja from "./strings/ja.json";

export const t = phrases<keyof typeof en>({ en, ja });

/** Birds have letters here, as in the files and the linter's sentences. */
export const letterOf = (bird: number): string => "ABCDEFGH".charAt(bird);
export const birdName = (bird: number): string => t("studio.bird", { letter: letterOf(bird) });
