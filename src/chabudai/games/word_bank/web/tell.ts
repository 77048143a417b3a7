/** A step as sentences, actor first. */
import { joined, listed } from "@shell/language";
import type { Closed, Event, Refilled } from "./types.gen";
import { t, translate } from "./words";

type Name = (seat: number) => string;

export function tell(events: readonly Event[], name: Name): string {
  const step: Step = {
    name,
    closed: events.filter((event) => event.type === "closed"),
    refilled: events.filter((event) => event.type === "refilled"),
    judged: events.some((event) => event.type === "judged"),
  };
  return joined(events.map((event) => sentence(event, step)));
}

/** The same in as few words as there are, where the table shows the rest. */
export function brief(events: readonly Event[], name: Name): string {
  if (events.some((event) => event.type === "dealt")) return "";
  const said = events.find((event) => event.type === "said");
  if (!said) return tell(events, name);
  const facts = { name: name(said.seat), word: said.word, n: said.positions.length };
  const closed = events.filter((event) => event.type === "closed").map((event) => event.safe.letter);
  return closed.length === 0 ? t("brief.said", facts) : t("brief.said.closed", { ...facts, safes: listed(closed) });
}

/** What belongs together in a step and is told once. */
interface Step {
  readonly name: Name;
  readonly closed: readonly Closed[];
  readonly refilled: readonly Refilled[];
  readonly judged: boolean;
}

/** The new safes of a step in one sentence. */
function renewed(events: readonly Refilled[]): string {
  const letters = events.flatMap((event) => (event.safe ? [event.safe.letter] : []));
  const fresh = letters.length > 0 ? t("told.refilled", { letters: listed(letters) }) : "";
  return joined([fresh, events.length > letters.length ? t("told.empty") : ""]);
}

function sentence(event: Event, { name, closed, refilled, judged }: Step): string {
  switch (event.type) {
    case "dealt":
      return t("told.dealt", { letters: event.ring.map((safe) => safe.letter).join(" "), name: name(event.first) });
    case "said": {
      const facts = { name: name(event.seat), word: event.word, n: event.positions.length };
      if (closed.length === 0) return t("told.said", facts);
      return t("told.said.closed", { ...facts, safes: listed(closed.map((each) => each.safe.letter)) });
    }
    case "rejected": {
      // What the vote threw out has been told with the vote.
      if (judged) return "";
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
      return event === refilled[0] ? renewed(refilled) : "";
    case "ended":
      return ended(event.outcome.winners, name);
  }
}

export function ended(winners: readonly number[], name: Name): string {
  return t(winners.length > 1 ? "told.shared" : "told.won", { names: listed(winners.map(name)) });
}
