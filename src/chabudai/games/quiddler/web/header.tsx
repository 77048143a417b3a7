/** Next to the title: the round, and buttons for the score sheet and the dictionary. */
import { Icon } from "@shell/ui/icons";
import { beside, wide } from "@shell/state/settings";
import type { Overlays } from "./overlays";
import type { Play } from "./table";
import { t } from "./words";

export function Header({ play, overlays }: { readonly play: Play; readonly overlays: Overlays }) {
  const { round, hands } = play.view.value;
  if (hands.length === 1) return <span>{t("solo")}</span>;
  return (
    <>
      <span class="round-of" data-testid="round">
        {t(wide.value ? "round.of" : "round.short", { n: round, cards: round + 2 })}
      </span>
      {!beside.value && (
        <span class="head-buttons">
          {!play.sheeted.value && (
            <button
              type="button"
              class="plain"
              aria-label={t("sheet")}
              data-testid="open-sheet"
              onClick={() => overlays.open({ kind: "score" })}
            >
              <Icon name="sheet" />
            </button>
          )}
          {play.seat.value !== null && (
            <button
              type="button"
              class="plain"
              aria-label={t("lookup")}
              data-testid="lookup"
              onClick={() => overlays.open({ kind: "lookup" })}
            >
              <Icon name="book" />
            </button>
          )}
        </span>
      )}
    </>
  );
}
