/** People's names: the guest's own, which is generated once and kept until changed, and the format of all names. */
import { lang, t } from "./language";
import { lasting } from "../platform/storage";

const KEPT = "chabudai.name";
const NAMED = "chabudai.named";
/** The maximum length of a displayed name, in graphemes. */
export const LONGEST = 24;
const RIGHT_TO_LEFT = /[\u0590-\u08ff]/;

const pick = (list: string): string => {
  const items = list.split(",");
  return items[Math.floor(Math.random() * items.length)] ?? "";
};

/** Generate a random name. */
export const madeUp = (): string => `${pick(t("names.adjectives"))}${lang.value === "ja" ? "" : " "}${pick(t("names.animals"))}`;

export function myName(): string {
  const kept = lasting.get(KEPT);
  if (kept) return kept;
  const made = madeUp();
  lasting.set(KEPT, made);
  return made;
}

/** Return whether the reader has chosen a name or kept the generated one. */
export const isNamed = (): boolean => lasting.get(NAMED) !== null;
export const rememberNamed = (): unknown => lasting.set(NAMED, "1");

export function rememberName(name: string): void {
  lasting.set(KEPT, name);
  rememberNamed();
}

/** Cut a name to the displayed length in graphemes, so that no accent or emoji is split. */
export function fitted(name: string): string {
  return Array.from(new Intl.Segmenter().segment(name), ({ segment }) => segment)
    .slice(0, LONGEST)
    .join("");
}

/** Format a name for a sentence. A right-to-left name is isolated, so that numbers and commas after it stay in
 * place. */
export const apart = (name: string): string => (RIGHT_TO_LEFT.test(name) ? `\u2068${name}\u2069` : name);
