/** The guest's name. It is made up once and kept until it is changed. */
import { lang, t } from "./language";

const KEPT = "chabudai.name";
const LONGEST = 24;

const pick = (list: string): string => {
  const items = list.split(",");
  return items[Math.floor(Math.random() * items.length)] ?? "";
};

export function myName(): string {
  const kept = localStorage.getItem(KEPT);
  if (kept) return kept;
  const made = `${pick(t("names.adjectives"))}${lang.value === "ja" ? "" : " "}${pick(t("names.animals"))}`;
  localStorage.setItem(KEPT, made);
  return made;
}

export function rememberName(name: string): void {
  localStorage.setItem(KEPT, name);
}

/** A name cut to the length that is shown, in graphemes: no accent, no emoji is cut in two. */
export function fitted(name: string): string {
  return Array.from(new Intl.Segmenter().segment(name), ({ segment }) => segment)
    .slice(0, LONGEST)
    .join("");
}
