/** A step as sentences, actor first. */
import { joined, listed } from "@shell/language";
import type { Challenged, Event, Scored } from "./types.gen";
import { spelled, t } from "./words";

type Name = (seat: number) => string;

export function tell(events: readonly Event[], name: Name): string {
  return joined(events.map((event) => sentence(event, name)));
}

function sentence(event: Event, name: Name): string {
  switch (event.type) {
    case "dealt":
      return t("told.dealt", { n: event.round, name: name(event.first), card: event.discard });
    case "received":
      return t("told.received", { cards: event.cards.join(" ") });
    case "refilled":
      return t("told.refilled", { n: event.count });
    case "drew":
      if (event.card !== null) return t("told.drew.card", { name: name(event.seat), card: event.card });
      return t("told.drew", { name: name(event.seat) });
    case "took":
      return t("told.took", { name: name(event.seat), card: event.card });
    case "went-out":
      return t("told.out", { name: name(event.seat), words: listed(event.words.map(spelled)) });
    case "added":
      return t("told.laid", { name: name(event.seat), words: listed(event.words.map(spelled)) });
    case "discarded":
      return t("told.discarded", { name: name(event.seat), card: event.card });
    case "capped":
      return t("told.capped");
    case "shown":
      return kept(event.hands, name);
    case "challenged":
      return verdict(event, name);
    case "readied":
      return t("told.ready", { name: name(event.seat) });
    case "scored":
      return score(event, name);
    case "spread":
      return t("told.spread", { cards: event.open.join(" ") });
    case "spelled":
      return t("told.spelled", { word: spelled(event.cards) });
    case "ended":
      return event.outcome.scores.length === 1
        ? alone(event.outcome.scores[0] ?? 0, event.outcome.winners.length > 0)
        : ended(event.outcome.winners, name);
  }
}

function kept(hands: readonly (readonly string[])[], name: Name): string {
  const said = hands.flatMap((hand, seat) =>
    hand.length > 0 ? [t("told.kept", { name: name(seat), cards: hand.join(" ") })] : [],
  );
  return said.length > 0 ? joined(said) : t("told.kept.none");
}

export function verdict(event: Challenged, name: Name): string {
  const facts = { name: name(event.seat), word: spelled(event.cards), loser: name(event.loser), n: event.loss };
  return t(event.allowed ? "told.stands" : "told.struck", facts);
}

function score(event: Scored, name: Name): string {
  const lines = event.lines.map((line, seat) => t("told.points", { name: name(seat), n: line.points }));
  const won = [
    event.most === null ? "" : t("told.most", { name: name(event.most) }),
    event.longest === null ? "" : t("told.longest", { name: name(event.longest) }),
  ];
  return joined([t("told.scored", { n: event.round, points: listed(lines) }), ...won]);
}

export function ended(winners: readonly number[], name: Name): string {
  return t(winners.length > 1 ? "told.shared" : "told.won", { names: listed(winners.map(name)) });
}

export function alone(points: number, cleared: boolean): string {
  return t(cleared ? "told.cleared" : "told.stopped", { n: points });
}
