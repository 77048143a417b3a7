/** The end: the scoreboard, the rounds, and the last one in detail. */
import { Crown, Player } from "@shell/table/players";
import { beside } from "@shell/state/settings";
import { endedIn } from "@shell/state/typed_table";
import { Review } from "./review";
import type { Screen } from "./screen";
import { finished, RoundSheet } from "./sheet";
import { Track } from "./track";
import { t } from "./words";

export function End({ screen }: { readonly screen: Screen }) {
  const { play } = screen;
  const end = endedIn(play.story.value);
  const { rounds } = play.view.value;
  if (end === null) return null;
  const { scores, winners } = end.outcome;
  const places = scores.map((score, seat) => ({ score, seat })).sort((a, b) => b.score - a.score || a.seat - b.seat);
  return (
    <div class="porters-end" data-testid="end-table">
      <table class="standings">
        <thead>
          <tr>
            <th scope="col">{t("stock.name")}</th>
            {rounds.map((_, at) => (
              <th key={at} scope="col" aria-label={t("round", { n: at + 1 })}>
                {at + 1}
              </th>
            ))}
            <th scope="col">{t("end.total")}</th>
          </tr>
        </thead>
        <tbody>
          {places.map(({ score, seat }) => (
            <tr key={seat} class={winners.includes(seat) ? "winner" : ""} data-testid={`end-${seat}`}>
              <Player table={play.table} seat={seat}>
                {winners.includes(seat) && <Crown label={t("end.winner")} />}
              </Player>
              {rounds.map((round, at) => (
                <td key={at}>{round.points[seat]}</td>
              ))}
              <td class="sum">
                <b>{score}</b>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {!beside.value && <Track play={play} scores={scores} />}
      {rounds.map((round, at) => (
        <details key={at} open={at === rounds.length - 1}>
          <summary>{t("round", { n: at + 1 })}</summary>
          <RoundSheet play={play} shown={finished(round)} />
          <Review screen={screen} round={at} />
        </details>
      ))}
    </div>
  );
}
