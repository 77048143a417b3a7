/** Tonight's score and the party's games, in words. */
import { screens } from "screens";
import { listed, lang } from "../../i18n/language";
import { apart } from "../../i18n/names";
import type { FinishedGame, Party } from "../../net/types.gen";
import { called } from "../../state/bot_names";
import { byWins } from "../../state/party_order";
import { t } from "./words";

const MOST_MISSIONS = 3;

export interface Scored {
  /** The number of a person of the party. */
  readonly person: number;
  readonly name: string;
  readonly wins: number;
}

export const titleOf = (game: string): string => screens[game]?.card.text().title ?? game;

/** Return a person's name, or "a guest" for a person who has left. */
export const nameOf = ({ people }: Party, person: number): string => apart(people[person]?.name || t("guest"));

/** Return the people who have played tonight, those with most wins first. */
export function scoresOf(party: Party): readonly Scored[] {
  return byWins(party).map((person) => ({ person, wins: party.people[person]?.wins ?? 0, name: nameOf(party, person) }));
}

/** Return tonight's score as a sentence, such as "Tonight: Ann 3 · Ben 2". */
export function sentenceOf(party: Party): string {
  const score = scoresOf(party).map(({ name, wins }) => `${name} ${wins}`);
  return score.length === 0 ? t("tonight.none") : t("tonight", { score: score.join(" · ") });
}

/** Return the names of the winners, or a word if all have won: a mission, or a game with a tie, which counts for no
 * player. */
export function winnersOf(party: Party, { game, seats, winners }: FinishedGame): string {
  if (screens[game]?.card.mission) return t("together");
  if (winners.length > 1 && winners.length === seats.length) return t("tie");
  const taken = winners.flatMap((seat) => seats[seat] ?? []);
  return listed(taken.map(({ person, name }) => (person === null ? called({ kind: "bot", name: name || t("bot") }).name : nameOf(party, person))));
}

/** Return the result of a game in a few words, or an empty string at a tie. */
export function resultOf({ game, scores, winners, options }: FinishedGame): string {
  const { mission, result } = screens[game]?.card ?? {};
  if (scores.length === 0) return t("early");
  if (mission) return t(winners.length > 0 ? "done" : "failed", { mission: mission(options) });
  const [first = 0] = winners;
  const best = scores[first] ?? 0;
  if (result) return result(best);
  if (scores.length === 1) return t("points", { n: best });
  const lead = Math.min(...scores.flatMap((score, seat) => (seat === first ? [] : [Math.abs(best - score)])));
  return lead === 0 ? "" : t("by", { n: lead });
}

/** Return the missions that the party has won together, the latest first. */
export function missionsOf({ games }: Party): string {
  const won = games.filter(({ game, winners }) => screens[game]?.card.mission && winners.length > 0);
  return [...new Set(won.map((game) => `${titleOf(game.game)}, ${resultOf(game)}`))].slice(0, MOST_MISSIONS).join(" · ");
}

const format = (options: Intl.DateTimeFormatOptions) => (at: number): string =>
  new Intl.DateTimeFormat(lang.value === "en" ? "en-GB" : lang.value, options).format(at);

export const timeOf = format({ hour: "2-digit", minute: "2-digit" });
export const dayOf = format({ dateStyle: "medium" });

/** Return the party as lines of text, to keep. */
export function asText(party: Party, title: string, now: number): string {
  const line = (game: FinishedGame): string =>
    `${dayOf(game.at)} ${timeOf(game.at)}  ${titleOf(game.game)}: ${[winnersOf(party, game), resultOf(game)].filter(Boolean).join(" ")}`;
  return [`${title} – chabudai`, dayOf(now), "", sentenceOf(party), "", ...party.games.map(line), ""].join("\n");
}
