/** A step as sentences, actor first. */
import { listed } from "@shell/language";
import type { Closed, Event } from "./types.gen";
import { t, translate } from "./words";

type Name = (seat: number) => string;

export function tell(events: readonly Event[], name: Name): string {
  const closed = events.filter((event) => event.type === "closed");
  const sentences = events.map((event) => sentence(event, closed, name));
  return sentences.filter((each) => each !== "").join(" ");
}

function sentence(event: Event, closed: readonly Closed[], name: Name): string {
  switch (event.type) {
    case "dealt":
      return t("told.dealt", { letters: event.ring.map((safe) => safe.letter).join(" "), name: name(event.first) });
    case "said": {
      const facts = { name: name(event.seat), word: event.word, n: event.positions.length };
      if (closed.length === 0) return t("told.said", facts);
      return t("told.said.closed", { ...facts, safes: listed(closed.map((each) => each.safe.letter)) });
    }
    case "rejected": {
      const why = translate(event.text, event.facts);
      return t("told.rejected", { name: name(event.seat), word: event.word, why });
    }
    case "doubted":
      return t("told.doubted", { name: name(event.seat), word: event.word });
    case "voted":
      return t("told.voted", { name: name(event.seat) });
    case "judged":
      return t(event.accepted ? "told.stands" : "told.falls", { name: name(event.seat), word: event.word });
    case "passed":
      return t("told.passed", { name: name(event.seat) });
    case "closed":
      return "";
    case "refilled":
      return event.safe ? t("told.refilled", { letter: event.safe.letter }) : t("told.empty");
    case "ended":
      return ended(event.outcome.winners, name);
  }
}

export function ended(winners: readonly number[], name: Name): string {
  return t(winners.length > 1 ? "told.shared" : "told.won", { names: listed(winners.map(name)) });
}
