/** What everybody may look up: the porters left to each, and the scoreboard. */
import { nameAt } from "@shell/frame/people";
import { Icon } from "@shell/kit/icons";
import { Token } from "@shell/kit/seats";
import { HintToken } from "./porter";
import type { Screen } from "./screen";
import { Track } from "./track";
import { t } from "./words";

export function Side({ screen }: { readonly screen: Screen }) {
  const { play } = screen;
  const { tokens, scores, first, phase } = play.view.value;
  const confirmed = phase.type === "voting" ? phase.confirmed : [];
  return (
    <>
      <section class="stock porters-stock" aria-labelledby="stock-title">
        <h2 id="stock-title">{t("stock")}</h2>
        <table>
          <thead>
            <tr>
              <th scope="col">
                <span class="unseen">{t("stock.name")}</span>
              </th>
              <th scope="col">{t("stock.left")}</th>
              <th scope="col">{t("stock.points")}</th>
            </tr>
          </thead>
          <tbody>
            {scores.map((score, seat) => (
              <tr key={seat}>
                <th scope="row">
                  <Token seat={seat} />
                  <span>{nameAt(play.table, seat)}</span>
                  {seat === first && (
                    <span class="starter" title={t("stock.first")}>
                      <Icon name="flag" />
                      <span class="unseen">{t("stock.first")}</span>
                    </span>
                  )}
                  {confirmed[seat] === true && (
                    <span class="starter" title={t("vote.in")}>
                      <Icon name="check" />
                      <span class="unseen">{t("vote.in")}</span>
                    </span>
                  )}
                </th>
                <td>
                  <span class="unseen">{(tokens[seat] ?? []).join(", ") || 0}</span>
                  {(tokens[seat] ?? []).map((token) => (
                    <HintToken key={token} seat={seat} stack={[token]} />
                  ))}
                </td>
                <td>
                  <b>{score + (screen.stage.reveal.value?.gained[seat] ?? 0)}</b>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <section class="board-of-points" aria-labelledby="track-title">
        <h2 id="track-title">{t("track")}</h2>
        <Track play={play} scores={points(screen)} />
      </section>
    </>
  );
}

/** The scores as far as the points have flown. */
export function points({ play, stage }: Screen): readonly number[] {
  const gained = stage.reveal.value?.gained ?? [];
  return play.view.value.scores.map((score, seat) => score + (gained[seat] ?? 0));
}
