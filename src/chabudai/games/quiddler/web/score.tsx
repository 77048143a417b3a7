/** The score sheet: a line for each player, a column for each of the eight rounds. */
import { nameAt } from "@shell/state/player_names";
import { Token } from "@shell/ui/tokens";
import type { Play } from "./table";
import type { Line } from "./types.gen";
import { signed, t } from "./words";

const ROUNDS = [1, 2, 3, 4, 5, 6, 7, 8];

export function ScoreTable({ play }: { readonly play: Play }) {
  const { sheet, hands, phase, tally } = play.view.value;
  const rounds = phase.type === "settling" && tally !== null ? [...sheet, tally.lines] : sheet;
  const totals = play.totals.value;
  const best = Math.max(...totals);
  /** Return the points that the floor under the total adds to a line. */
  const lift = (round: number, seat: number): number => {
    const line = rounds[round - 1]?.[seat];
    return line === undefined ? 0 : line.total - line.points - (rounds[round - 2]?.[seat]?.total ?? 0);
  };
  const lifted = ROUNDS.some((round) => hands.some((_, seat) => lift(round, seat) > 0));
  const signs = [
    tally?.most && [t("bonus.most.short"), t("bonus.most")],
    tally?.longest && [t("bonus.longest.short"), t("bonus.longest")],
    lifted && ["≥0", t("sum.total.floor")],
  ]
    .filter((sign) => !!sign)
    .map((sign) => sign.join(t("sum.colon")));
  return (
    <div class="score-scroll" tabIndex={0} role="region" aria-label={t("sheet")}>
      <table class="score-sheet" data-testid="score-sheet">
        <thead>
          <tr>
            <th scope="col">
              <span class="unseen">{t("player")}</span>
            </th>
            {ROUNDS.map((round) => (
              <th key={round} scope="col" aria-label={t("round", { n: round })}>
                {round}
                <small aria-hidden="true">{t("cards.short", { n: round + 2 })}</small>
              </th>
            ))}
            <th scope="col">{t("total")}</th>
          </tr>
        </thead>
        <tbody>
          {hands.map((_, seat) => (
            <tr key={seat} class={rounds.length > 0 && totals[seat] === best ? "leads" : ""}>
              <th scope="row">
                <Token seat={seat} />
                <span class="unseen">{nameAt(play.table, seat)}</span>
                <span class="score-name" dir="auto" aria-hidden="true">
                  {nameAt(play.table, seat)}
                </span>
              </th>
              {ROUNDS.map((round) => (
                <td key={round}>
                  <Cell line={rounds[round - 1]?.[seat]} lifted={lift(round, seat) > 0} />
                </td>
              ))}
              <td class="sum" data-testid={`total-${seat}`}>
                <b>{totals[seat]}</b>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {signs.length > 0 && <p class="score-note">{signs.join(" · ")}</p>}
    </div>
  );
}

function Cell({ line, lifted }: { readonly line: Line | undefined; readonly lifted: boolean }) {
  if (line === undefined) return null;
  return (
    <>
      {signed(line.points)}
      {line.most > 0 && <abbr title={t("bonus.most")}>{t("bonus.most.short")}</abbr>}
      {line.longest > 0 && <abbr title={t("bonus.longest")}>{t("bonus.longest.short")}</abbr>}
      {lifted && <abbr title={t("sum.total.floor")}>≥0</abbr>}
    </>
  );
}

