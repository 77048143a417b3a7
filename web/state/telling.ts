/** Events as sentences in the reader's language. The server sends a template and its parameters. */
import { nameAt } from "./player_names";
import { joined, listed, people, t, type Translate } from "../i18n/language";
import type { Tell } from "./game_screen";
import type { Table } from "./table";
import type { Piece, Telling, TellingFact } from "../net/types.gen";

/** Names a game piece in a sentence about an event. */
export type Call = (piece: Piece, table: Table, event: unknown) => string;

const named = (piece: Piece): string => piece.name;
const isSeat = (fact: TellingFact): boolean => typeof fact === "object" && fact.type === "seat";

/** A place in a sentence: only a name that starts it has a capital "You". */
type At = "start" | "within";

/** Return the place of a fact in a template that is itself at a place. */
const placeOf = (text: string, key: string, at: At): At =>
  text.startsWith(`{${key}}`) ? at : new RegExp(`[.!?] \\{${key}\\}`).test(text) ? "start" : "within";

/** Return a function that puts the tellings of a table into sentences. */
export function reader(table: Table, translate: Translate, call: (piece: Piece) => string = named): (told: Telling) => string {
  const word = (fact: TellingFact, at: At): string | number => {
    if (typeof fact !== "object") return fact;
    switch (fact.type) {
      case "seat":
        return nameAt(table, fact.seat);
      case "piece":
        return call(fact);
      case "list":
        return (fact.items.every(isSeat) ? people : listed)(fact.items.map((item, i) => String(word(item, i === 0 ? at : "within"))));
      case "telling":
        return sentence(fact, at);
    }
  };
  const isOwn = (fact: TellingFact): boolean =>
    typeof fact === "object" &&
    ((fact.type === "seat" && fact.seat === table.reader.value) || (fact.type === "list" && fact.items.every(isSeat) && fact.items.some(isOwn)));
  const inserted = (fact: TellingFact, at: At): string | number =>
    isOwn(fact) && at === "within" ? t("you.within") + String(word(fact, at)).slice(t("you").length) : word(fact, at);
  const sentence = ({ text, facts }: Telling, at: At): string =>
    translate(text, Object.fromEntries(Object.entries(facts).map(([key, fact]) => [key, inserted(fact, placeOf(text, key, at))])));
  return (told) => sentence(told, "start");
}

export function teller(translate: Translate, call: Call = named): Tell {
  return (table, events, most) => {
    const tell = (event: unknown): readonly string[] =>
      table
        .tellings(event)
        .slice(0, most)
        .map(reader(table, translate, (piece) => call(piece, table, event)));
    return joined(events.flatMap(tell));
  };
}
