/** The sentences about signs between players, and the ready-made ones, in the reader's language. */
import { phrases } from "../../i18n/language";
import type { Sign } from "../../net/types.gen";
import en from "./strings/en.json";
import ja from "./strings/ja.json";

type Word = keyof typeof en;
export const say = phrases<Word>({ en, ja });

const isWord = (key: string): key is Word => key in en;

/** Return a sign in the reader's language, or null if this page does not know it. */
export function wordsOf({ kind, said }: Sign): string | null {
  if (kind === "text") return said;
  const key = `${kind}.${said}`;
  return isWord(key) ? say(key) : null;
}
