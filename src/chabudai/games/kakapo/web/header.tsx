/** The header next to the title: the round and, on a phone, a button for the cards that have been seen. */
import { beside, wide } from "@shell/state/settings";
import { roundsOf } from "./box";
import { DeckIcon } from "./icons";
import { missionName } from "./board/mission";
import type { Overlays } from "./overlays";
import type { Play } from "./table";
import { t, titled } from "./words";

export function Header({ play, overlays }: { readonly play: Play; readonly overlays: Overlays }) {
  const view = play.view.value;
  const facts = { n: view.round, of: roundsOf(view.mission.mode) };
  if (wide.value) {
    return (
      <>
        <span>{missionName(view)}</span>
        <span data-testid="round">{t("round.of", facts)}</span>
        {!beside.value && <ToDecks overlays={overlays} />}
      </>
    );
  }
  return (
    <>
      <span class="round-of">
        <span class="mission-short">{titled(view.mission.title)}</span>
        <span>
          {view.mission.number > 0 && t("mission.short", { n: view.mission.number })}{" "}
          <span data-testid="round">
            <span class="unseen">{t("round.of", facts)}</span>
            <span aria-hidden="true">{t("round.short", facts)}</span>
          </span>
        </span>
      </span>
      <span class="head-buttons">
        <ToDecks overlays={overlays} />
      </span>
    </>
  );
}

function ToDecks({ overlays }: { readonly overlays: Overlays }) {
  return (
    <button type="button" class="plain" aria-label={t("decks")} data-testid="decks" onClick={overlays.open}>
      <DeckIcon />
    </button>
  );
}
