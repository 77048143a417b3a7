/** The end: all stones in countable rows, so that even a child can check the result. */
import { Crown, Player } from "@shell/table/players";
import { Stone } from "@shell/ui/tokens";
import { endedIn } from "@shell/state/typed_table";
import { SafeChip } from "./safe";
import type { Play } from "./table";
import { whyWon } from "./why_won";
import { t } from "./words";

/** If a seat has at least this number of stones, a narrow screen shows them in two rows. */
const MANY = 8;

export function End({ play }: { readonly play: Play }) {
  const end = endedIn(play.story.value);
  const { stones, won } = play.view.value;
  if (end === null) return null;
  const { scores, winners } = end.outcome;
  const places = scores
    .map((score, seat) => ({ seat, score, front: stones[seat] ?? 0, safes: won[seat] ?? [] }))
    .sort((a, b) => rank(a.seat, winners) - rank(b.seat, winners) || a.score - b.score || b.safes.length - a.safes.length);
  return (
    <div class="end" data-testid="end-table">
      <p data-testid="why">{whyWon(play, end.outcome)}</p>
      <table class="tally">
        <thead>
          <tr>
            <th scope="col">{t("stock.name")}</th>
            <th scope="col">{t("stock.front")}</th>
            <th scope="col">{t("stock.ring")}</th>
            <th scope="col">{t("end.total")}</th>
            <th scope="col">{t("stock.safes")}</th>
          </tr>
        </thead>
        <tbody>
          {places.map(({ seat, score, front, safes }) => (
            <tr key={seat} class={winners.includes(seat) ? "winner" : ""} data-testid={`end-${seat}`}>
              <Player table={play.table} seat={seat}>
                {winners.includes(seat) && <Crown label={t("end.winner")} />}
              </Player>
              <Stones seat={seat} count={front} label={t("stock.front")} />
              <Stones seat={seat} count={score - front} label={t("stock.ring")} />
              <td class="total" data-label={t("end.total")}>
                <b>{score}</b>
              </td>
              <td data-label={t("stock.safes")}>
                <span class="row-of">
                  <b>{safes.length}</b>
                  {safes.length > 0 && (
                    <span class="heap">
                      {safes.map((safe, at) => (
                        <SafeChip key={at} letter={safe.letter} />
                      ))}
                    </span>
                  )}
                </span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const rank = (seat: number, winners: readonly number[]): number => (winners.includes(seat) ? 0 : 1);

function Stones({ seat, count, label }: { readonly seat: number; readonly count: number; readonly label: string }) {
  return (
    <td data-label={label}>
      <span class="row-of">
        <b>{count}</b>
        {count > 0 && (
          <span class={count < MANY ? "heap" : "heap many"} style={{ "--half": Math.ceil(count / 2) }}>
            {Array.from({ length: count }, (_, at) => (
              <Stone key={at} seat={seat} />
            ))}
          </span>
        )}
      </span>
    </td>
  );
}
