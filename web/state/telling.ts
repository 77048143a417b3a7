/** Events as sentences in the reader's language. The server sends a template and its parameters. */
import { nameAt } from "./player_names";
import { joined, listed, people, startsAfter, within, type Translate } from "../i18n/language";
import type { Tell } from "./game_screen";
import type { Table } from "./table";
import type { Piece, SeatName, Telling, TellingFact } from "../net/types.gen";

/** Names a game piece in a sentence about an event. */
export type Call = (piece: Piece, table: Table, event: unknown) => string;

const named = (piece: Piece): string => piece.name;
const isSeat = (fact: TellingFact): fact is SeatName => typeof fact === "object" && fact.type === "seat";

/** Return a function that puts the tellings of a table into sentences. */
export function reader(table: Table, translate: Translate, call: (piece: Piece) => string = named): (told: Telling) => string {
  /** Return a fact as it is written after this text. */
  const word = (fact: TellingFact, before: string): string | number => {
    if (typeof fact !== "object") return fact;
    switch (fact.type) {
      case "seat":
        return startsAfter(before) ? nameAt(table, fact.seat) : within(nameAt(table, fact.seat));
      case "piece":
        return call(fact);
      case "list":
        if (fact.items.every(isSeat)) return people(fact.items.map(({ seat }) => nameAt(table, seat)));
        return listed(fact.items.map((item, i) => String(word(item, i === 0 ? before : ", "))));
      case "telling":
        return sentence(fact, before);
    }
  };
  const sentence = ({ text, facts }: Telling, before: string): string =>
    translate(text, Object.fromEntries(Object.entries(facts).map(([key, fact]) => [key, word(fact, before + (text.split(`{${key}}`)[0] ?? ""))])));
  return (told) => sentence(told, "");
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
