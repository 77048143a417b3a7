/** The score sheet: a line for each player, a column for each of the eight rounds. */
import { nameAt } from "@shell/frame/people";
import { Token } from "@shell/kit/seats";
import { joined } from "@shell/language";
import { cardsOf } from "@shell/typed";
import { CardArt } from "./card";
import { worth } from "./faces";
import type { Play } from "./table";
import type { Finished, Line } from "./types.gen";
import { spelled, t } from "./words";

const ROUNDS = [1, 2, 3, 4, 5, 6, 7, 8];

export function ScoreTable({ play }: { readonly play: Play }) {
  const { sheet, hands } = play.view.value;
  const totals = play.totals.value;
  const best = Math.max(...totals);
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
            <tr key={seat} class={sheet.length > 0 && totals[seat] === best ? "leads" : ""}>
              <th scope="row">
                <Token seat={seat} />
                <span class="unseen">{nameAt(play.table, seat)}</span>
                <span class="score-name" aria-hidden="true">
                  {nameAt(play.table, seat)}
                </span>
              </th>
              {ROUNDS.map((round) => (
                <td key={round}>
                  <Cell line={sheet[round - 1]?.[seat]} />
                </td>
              ))}
              <td class="sum" data-testid={`total-${seat}`}>
                <b>{totals[seat]}</b>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p class="score-note">
        {t("bonus.most.short")}: {t("bonus.most")} · {t("bonus.longest.short")}: {t("bonus.longest")}
      </p>
    </div>
  );
}

function Cell({ line }: { readonly line: Line | undefined }) {
  if (line === undefined) return null;
  return (
    <>
      {signed(line.points)}
      {line.most > 0 && <abbr title={t("bonus.most")}>{t("bonus.most.short")}</abbr>}
      {line.longest > 0 && <abbr title={t("bonus.longest")}>{t("bonus.longest.short")}</abbr>}
    </>
  );
}

const signed = (points: number): string => (points < 0 ? `−${-points}` : String(points));

/** The result of the round that was scored last: what each laid and kept, and the two bonuses. */
export function RoundResult({ play }: { readonly play: Play }) {
  const { sheet, previous, laid, hands, phase } = play.view.value;
  const lines = sheet.at(-1);
  if (lines === undefined) return null;
  const over = phase.type === "over";
  const finished: Finished | null = over
    ? { laid, hands: hands.map(cardsOf) }
    : previous;
  return (
    <section class="round-result" aria-label={t("round", { n: sheet.length })} data-testid="round-result">
      <Bonuses play={play} lines={lines} />
      <ul>
        {lines.map((line, seat) => (
          <li key={seat} data-testid={`result-${seat}`}>
            <Token seat={seat} />
            <div class="result-words">
              <p>
                <b>{nameAt(play.table, seat)}</b> {sum(line)}
              </p>
              {finished && <Table finished={finished} seat={seat} />}
            </div>
            <b class="result-points">{signed(line.points)}</b>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** "words 28, left −7, longest word +10" */
function sum(line: Line): string {
  return [
    t("sum.words", { n: line.words }),
    line.left > 0 ? t("sum.left", { n: line.left }) : "",
    line.most > 0 ? t("sum.most", { n: line.most }) : "",
    line.longest > 0 ? t("sum.longest", { n: line.longest }) : "",
    line.lost > 0 ? t("sum.lost", { n: line.lost }) : "",
  ]
    .filter((part) => part !== "")
    .join(t("sum.and"));
}

function Table({ finished, seat }: { readonly finished: Finished; readonly seat: number }) {
  const words = finished.laid.filter((word) => word.seat === seat);
  const kept = finished.hands[seat] ?? [];
  return (
    <p class="result-cards">
      {words.map((word, at) => (
        <span key={at} class={word.verdict?.allowed === false ? "told-word struck" : "told-word"} lang="en">
          {spelled(word.cards)} <small>{word.points}</small>
        </span>
      ))}
      {kept.length > 0 && (
        <span class="mini-cards" role="img" aria-label={t("kept", { cards: kept.join(" "), n: worth(kept) })}>
          {kept.map((face, at) => (
            <CardArt key={at} face={face} />
          ))}
        </span>
      )}
    </p>
  );
}

/** Who won the two bonuses; a tie gives them to nobody. */
function Bonuses({ play, lines }: { readonly play: Play; readonly lines: readonly Line[] }) {
  const { options } = play.view.value;
  const played = lines.length === 2 ? options.two_player_bonus : "both";
  const winner = (bonus: "most" | "longest"): string => {
    const seat = lines.findIndex((line) => line[bonus] > 0);
    const nobody = t("bonus.nobody");
    return t(`bonus.${bonus}.goes`, { name: seat < 0 ? nobody : nameAt(play.table, seat) });
  };
  return (
    <p class="bonuses" data-testid="bonuses">
      {joined([played === "longest" ? "" : winner("most"), played === "most" ? "" : winner("longest")])}
    </p>
  );
}
