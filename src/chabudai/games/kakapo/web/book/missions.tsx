/** The forty missions: their difficulty, the ones that the reader has won, and the next one. */
import type { BookProps } from "@shell/pages/book";
import { missionsOf, type Entry } from "../lobby/missions";
import { Thumb } from "../lobby/picker";
import { addPatterns } from "../suits";
import { t as table, titled } from "../words";
import { t } from "./words";

/** Each mode, with its number of players when played from this page. */
const MODES = [
  ["buddy", 2],
  ["party", 3],
] as const;
type Mode = (typeof MODES)[number][0];

interface Done {
  readonly tries: number;
  /** The fewest rounds in which it was won, or null if it never was. */
  readonly best: number | null;
}

function doneOf(games: BookProps["games"], name: string): Done {
  const tries = games.filter(({ feat }) => feat?.name === name);
  const won = tries.flatMap(({ won, feat }) => (won && feat ? [feat.count] : []));
  return { tries: tries.length, best: won.length > 0 ? Math.min(...won) : null };
}

export function Missions({ games, busy, play }: BookProps) {
  addPatterns();
  return (
    <>
      {MODES.map(([mode, seats]) => (
        <Part key={mode} mode={mode} seats={seats} games={games} busy={busy} onPlay={(mission) => play(seats, { mission })} />
      ))}
    </>
  );
}

interface PartProps {
  readonly mode: Mode;
  readonly seats: number;
  readonly games: BookProps["games"];
  readonly busy: boolean;
  readonly onPlay: (mission: number) => void;
}

function Part({ mode, seats, games, busy, onPlay }: PartProps) {
  const missions = missionsOf(seats);
  const done = missions.map((_, at) => doneOf(games, `${mode}/${at + 1}`));
  const next = done.findIndex(({ best }) => best === null);
  const offered = missions[next];
  return (
    <section aria-labelledby={`book-${mode}`}>
      <h2 id={`book-${mode}`}>
        {t(`book.${mode}`)} <small>{t("book.won", { n: done.filter(({ best }) => best !== null).length, of: missions.length })}</small>
      </h2>
      {offered && (
        <p>
          <button type="button" class="primary" data-testid={`next-${mode}`} aria-disabled={busy} onClick={() => onPlay(next + 1)}>
            {t("book.next", { n: next + 1, title: titled(offered.mission.title) })}
          </button>
        </p>
      )}
      <ol class="book-missions">
        {missions.map((entry, at) => (
          <Tile key={at} number={at + 1} mode={mode} entry={entry} done={done[at]} busy={busy} onPlay={onPlay} />
        ))}
      </ol>
    </section>
  );
}

interface TileProps extends Omit<PartProps, "seats" | "games"> {
  readonly number: number;
  readonly entry: Entry;
  readonly done: Done | undefined;
}

function Tile({ number, mode, entry: { mission, stars }, done, busy, onPlay }: TileProps) {
  const { tries = 0, best = null } = done ?? {};
  const state = best !== null ? t("book.done", { n: best }) : tries > 0 ? t("book.tried", { n: tries }) : t("book.new");
  return (
    <li class={best === null ? "book-mission" : "book-mission won"}>
      <button type="button" data-testid={`mission-${mode}-${number}`} aria-disabled={busy} onClick={() => onPlay(number)}>
        <Thumb mission={mission} />
        <span class="unseen">{t("book.play", { n: number })}</span>
        <b>
          <span aria-hidden="true">{number} </span>
          {titled(mission.title)}
        </b>
        <small>
          <span class="unseen">{table("stars", { n: stars })}</span>
          <span aria-hidden="true">{"★".repeat(stars) + "☆".repeat(5 - stars)}</span>
        </small>
        <small>{state}</small>
      </button>
    </li>
  );
}
