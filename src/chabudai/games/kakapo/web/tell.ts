/** A step as sentences, actor first. */
import { joined, listed } from "@shell/language";
import type { Ended, Event, Placed, Selected } from "./types.gen";
import { birdName, capital, cardName, squareName, suitName, t } from "./words";

type Name = (seat: number) => string;

export function tell(events: readonly Event[], name: Name): string {
  return joined(events.map((event) => capital(sentence(event, name))));
}

function sentence(event: Event, name: Name): string {
  switch (event.type) {
    case "dealt": {
      const facts = { n: event.cards, name: name(event.start) };
      return t(event.declared === null ? "told.dealt" : "told.dealt.declared", facts);
    }
    case "received":
      return "";
    case "revealed":
      return t("told.revealed", { name: name(event.seat), card: cardName(event.card) });
    case "decided":
      return t("told.decided", { name: name(event.seat), card: cardName(event.card) });
    case "selected":
      return selected(event, name);
    case "placed":
      return placed(event, name);
    case "scanned":
      return t("told.scanned", { bird: birdName(event.bird) });
    case "put-back":
      return t("told.back", { card: cardName(event.piece) });
    case "began":
      return t("told.began", { n: event.round, name: name(event.start) });
    case "wished":
      return t(event.wish ? "told.wished" : "told.unwished");
    case "ended":
      return ending(event);
  }
}

function selected({ seat, skill, pieces }: Selected, name: Name): string {
  const facts = { name: name(seat), cards: listed(pieces.map(cardName)) };
  if (pieces.length === 0) return t("told.nothing", facts);
  switch (skill?.type) {
    case "double":
      return t("told.double", facts);
    case "wild":
      return t("told.wild", { ...facts, suit: suitName(skill.suit) });
    case "shift":
      return t("told.shift", facts);
    case undefined:
      return t("told.selected", facts);
  }
}

function placed({ seat, piece, cells }: Placed, name: Name): string {
  const squares = cells.map((cell) => squareName(Math.floor(cell / 12), cell % 12));
  return t("told.placed", { name: name(seat), card: cardName(piece), squares: squares.join(" ") });
}

export const ended = (end: Pick<Ended, "reason" | "piece">): string => capital(ending(end));

function ending({ reason, piece }: Pick<Ended, "reason" | "piece">): string {
  switch (reason) {
    case "scanned":
      return t("ended.scanned");
    case "no-place":
      return t("ended.no-place", { card: piece === null ? "" : cardName(piece) });
    case "last-round":
      return t("ended.last-round");
    case "conceded":
      return t("ended.conceded");
  }
}
