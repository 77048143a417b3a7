/** Word Bank's sentences: its own strings, and translations of the server's sentences. */
import { phrases, sayings } from "@shell/i18n/language";
import { teller } from "@shell/state/telling";
import { lettersOf } from "./table";
import type { Event } from "./types.gen";
import en from "./strings/en.json";
import ja from "./strings/ja.json";

export const t = phrases<keyof typeof en>({ en, ja });

export const translate = await sayings(() => import("../catalogue.ja.json"));

/** Name places by their letters if the password put stones on them, or else by their numbers, as on the keyboard. */
export const tell = teller(translate, ({ name }, table, event) => {
  const said = event as Event;
  if (said.type !== "said") return name;
  const at = said.positions.indexOf(Number(name) - 1);
  return lettersOf(table.story.value.map((told) => told.events as readonly Event[]), said, said)[at] ?? name;
});
