/** The overlays: the dictionary and the score sheet. */
import { Sheet } from "@shell/kit/sheet";
import { Lookup } from "./lookup";
import type { Overlays } from "./overlays";
import { RoundResult, ScoreTable } from "./score";
import type { Play } from "./table";
import { t } from "./words";

export function Overlay({ play, overlays }: { readonly play: Play; readonly overlays: Overlays }) {
  switch (overlays.shown.value) {
    case "lookup":
      return (
        <Sheet name="lookup" title={t("lookup")} onClose={overlays.close}>
          <Lookup play={play} />
        </Sheet>
      );
    case "score":
      return (
        <Sheet name="score" title={title(play)} onClose={overlays.close}>
          <RoundResult play={play} />
          <ScoreTable play={play} />
          <button type="button" class="primary go-on" data-testid="go-on" autofocus onClick={overlays.close}>
            {t("go.on")}
          </button>
        </Sheet>
      );
    case null:
      return null;
  }
}

function title(play: Play): string {
  const rounds = play.view.value.sheet.length;
  return rounds === 0 ? t("sheet") : t("sheet.after", { n: rounds });
}
