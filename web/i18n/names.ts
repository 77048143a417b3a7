/** Names of people: the guest's own, made up once and kept until it is changed, and how those of all are written. */
import { lang, t } from "./language";
import { lasting } from "../platform/storage";

const KEPT = "chabudai.name";
const LONGEST = 24;
const RIGHT_TO_LEFT = /[\u0590-\u08ff]/;

const pick = (list: string): string => {
  const items = list.split(",");
  return items[Math.floor(Math.random() * items.length)] ?? "";
};

/** A name made up by chance. */
export const madeUp = (): string => `${pick(t("names.adjectives"))}${lang.value === "ja" ? "" : " "}${pick(t("names.animals"))}`;

export function myName(): string {
  const kept = lasting.get(KEPT);
  if (kept) return kept;
  const made = madeUp();
  lasting.set(KEPT, made);
  return made;
}

export function rememberName(name: string): void {
  lasting.set(KEPT, name);
}

/** A name cut to the length that is shown, in graphemes: no accent, no emoji is cut in two. */
export function fitted(name: string): string {
  return Array.from(new Intl.Segmenter().segment(name), ({ segment }) => segment)
    .slice(0, LONGEST)
    .join("");
}

/** A name as it stands in a sentence. One that is read from right to left is set apart, so that numbers and commas after it
 * stay where they are. */
export const apart = (name: string): string => (RIGHT_TO_LEFT.test(name) ? `\u2068${name}\u2069` : name);
