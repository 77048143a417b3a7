/** A step as sentences, actor first. */
import { joined, listed } from "@shell/language";
import { hintOn, plain, wordOn } from "./faces";
import type { Dealt, Ended, Event, Options, Placed, Revealed, Scored } from "./types.gen";
import { t } from "./words";

type Name = (seat: number) => string;

/** The cards that lay on the table when something happened. */
export interface Laid {
  readonly options: Options;
  readonly words: readonly number[];
  readonly hints: readonly number[];
}

/** What lay on the table in the round of a step: what the newest deal until then laid out. */
export function laidAt(story: readonly (readonly Event[])[], step: readonly Event[], options: Options): Laid {
  const at = story.indexOf(step);
  const until = [...(at === -1 ? story : story.slice(0, at)), step].flat();
  const dealt = until.filter((event): event is Dealt => event.type === "dealt").at(-1);
  return { options, words: dealt?.words ?? [], hints: dealt?.hints ?? [] };
}

export function tell(events: readonly Event[], name: Name, laid: Laid): string {
  return joined(events.map((event) => sentence(event, name, laid)));
}

function sentence(event: Event, name: Name, laid: Laid): string {
  switch (event.type) {
    case "dealt":
      return t("told.dealt", { n: event.round, name: name(event.first) });
    case "received":
    case "readied":
      // The word lies covered here too; and who is ready, the table shows.
      return "";
    case "reshuffled":
      return t("told.reshuffled", { n: event.count });
    case "placed":
      return placed(event, name, laid);
    case "passed":
      return t(event.forced ? "told.passed.forced" : "told.passed", { name: name(event.seat) });
    case "voted":
      return t("told.voted", { name: name(event.seat) });
    case "revealed":
      return revealed(event, name, laid);
    case "scored":
      return scored(event, name);
    case "ended":
      return ended(event, name);
  }
}

function placed({ seat, card, word, tokens }: Placed, name: Name, { hints, options }: Laid): string {
  const facts = { name: name(seat), hint: plain(hintOn(hints[card], word, options)), n: tokens[0] ?? 0 };
  const under = tokens[1];
  return under === undefined ? t("told.placed", facts) : t("told.placed.over", { ...facts, under });
}

function revealed({ seat, number, votes }: Revealed, name: Name, { words, options }: Laid): string {
  const finders = votes.flatMap((vote, voter) => (vote === number && voter !== seat ? [name(voter)] : []));
  const facts = { name: name(seat), n: number, word: plain(wordOn(words[number - 1], options)) };
  return finders.length === 0 ? t("told.missed", facts) : t("told.found", { ...facts, names: listed(finders) });
}

/** Before the tiles are turned: whose word it was, and not yet who found it. */
export function lifting({ seat, number }: Revealed, name: Name, { words, options }: Laid): string {
  return t("told.lifts", { name: name(seat), n: number, word: plain(wordOn(words[number - 1], options)) });
}

function scored({ points, round }: Scored, name: Name): string {
  const gains = points.map((gain, seat) => t("told.gain", { name: name(seat), n: gain }));
  return t("told.scored", { n: round, gains: listed(gains) });
}

export function ended({ outcome }: Ended, name: Name): string {
  return t(outcome.winners.length > 1 ? "told.shared" : "told.won", { names: listed(outcome.winners.map(name)) });
}
