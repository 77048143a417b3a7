/** The side panel: the scores and the dictionary. */
import { Players } from "@shell/table/players";
import { Icon } from "@shell/ui/icons";
import { count } from "@shell/state/typed_table";
import { Lookup } from "./lookup";
import type { Overlays } from "./overlays";
import type { Play } from "./table";
import { t } from "./words";

export function Side({ play, overlays }: { readonly play: Play; readonly overlays: Overlays }) {
  return (
    <>
      {play.view.value.hands.length > 1 && !play.sheeted.value && <Scores play={play} overlays={overlays} />}
      {play.seat.value !== null && (
        <section class="dictionary" aria-labelledby="dictionary-title">
          <h2 id="dictionary-title">{t("lookup")}</h2>
          <Lookup play={play} />
        </section>
      )}
    </>
  );
}

function Scores({ play, overlays }: { readonly play: Play; readonly overlays: Overlays }) {
  const { hands, sheet } = play.view.value;
  return (
    <section class="scores" aria-labelledby="scores-title">
      <h2 id="scores-title">{t("scores")}</h2>
      <Players
        table={play.table}
        seats={hands.length}
        names={t("player")}
        heads={[t("cards"), t("last.round"), t("total")]}
        line={(seat) => (
          <>
            <td>{count(hands[seat] ?? 0)}</td>
            <td>{sheet.at(-1)?.[seat]?.points ?? "–"}</td>
            <td>
              <b>{play.totals.value[seat]}</b>
            </td>
          </>
        )}
      />
      <button type="button" class="sheet-button" data-testid="open-sheet" onClick={() => overlays.open({ kind: "score" })}>
        <Icon name="sheet" />
        {t("sheet")}
      </button>
    </section>
  );
}
