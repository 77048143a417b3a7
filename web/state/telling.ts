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

/** Whether a fact begins a sentence of a template. */
const begins = (text: string, key: string): boolean => new RegExp(`(^|[.!?:] )\\{${key}\\}`).test(text);

/** Return a function that puts the tellings of a table into sentences. */
export function reader(table: Table, translate: Translate, call: (piece: Piece) => string = named): (told: Telling) => string {
  const word = (fact: TellingFact): string | number => {
    if (typeof fact !== "object") return fact;
    switch (fact.type) {
      case "seat":
        return nameAt(table, fact.seat);
      case "piece":
        return call(fact);
      case "list":
        return (fact.items.every(isSeat) ? people : listed)(fact.items.map((item) => String(word(item))));
      case "telling":
        return sentence(fact);
    }
  };
  const isOwn = (fact: TellingFact): boolean =>
    typeof fact === "object" &&
    ((fact.type === "seat" && fact.seat === table.reader.value) || (fact.type === "list" && fact.items.every(isSeat) && fact.items.some(isOwn)));
  const inserted = (text: string, key: string, fact: TellingFact): string | number =>
    isOwn(fact) && !begins(text, key) ? t("you.within") + String(word(fact)).slice(t("you").length) : word(fact);
  const sentence = ({ text, facts }: Telling): string =>
    translate(text, Object.fromEntries(Object.entries(facts).map(([key, fact]) => [key, inserted(text, key, fact)])));
  return sentence;
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
