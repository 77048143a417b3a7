/** The side panel: each player's remaining porters, while they matter, and the scoreboard. */
import { Players } from "@shell/table/players";
import { Icon, type IconName } from "@shell/ui/icons";
import { HintToken } from "./porter";
import type { Screen } from "./screen";
import { Track } from "./track";
import { t } from "./words";

export function Side({ screen }: { readonly screen: Screen }) {
  const { play } = screen;
  const { tokens, scores, first, phase } = play.view.value;
  const hinting = phase.type === "hinting";
  const confirmed = phase.type === "voting" ? phase.confirmed : null;
  return (
    <>
      {(hinting || confirmed) && (
        <section class="stock porters-stock" aria-labelledby="stock-title">
          <h2 id="stock-title">{t("stock")}</h2>
          <Players
            table={play.table}
            seats={scores.length}
            names={t("stock.name")}
            heads={hinting ? [t("stock.left")] : []}
            beside={(seat) => (
              <>
                {seat === first && <Sign icon="flag" label={t("stock.first")} />}
                {confirmed?.[seat] && <Sign icon="check" label={t("state.voted")} />}
              </>
            )}
            line={(seat) =>
              hinting && (
                <td>
                  <span class="unseen">{(tokens[seat] ?? []).join(", ") || 0}</span>
                  {(tokens[seat] ?? []).map((token) => (
                    <HintToken key={token} seat={seat} stack={[token]} />
                  ))}
                </td>
              )
            }
          />
        </section>
      )}
      <section class="board-of-points" aria-labelledby="track-title">
        <h2 id="track-title">{t("track")}</h2>
        <Track play={play} scores={points(screen)} />
      </section>
    </>
  );
}

function Sign({ icon, label }: { readonly icon: IconName; readonly label: string }) {
  return (
    <span class="starter" title={label}>
      <Icon name={icon} />
      <span class="unseen">{label}</span>
    </span>
  );
}

/** Return the scores, including the points that have been revealed so far. */
export function points({ play, stage }: Screen): readonly number[] {
  const gained = stage.reveal.value?.gained ?? [];
  return play.view.value.scores.map((score, seat) => score + (gained[seat] ?? 0));
}
