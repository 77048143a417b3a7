/** A decision of one of the reader's own games, to be made again. */
import { useEffect } from "preact/hooks";
import { screens } from "screens";
import { Failure } from "../../net/api";
import { reportOn } from "../../net/report";
import { finishPuzzle, momentPath, puzzleOf } from "../../state/puzzles";
import { Link } from "../../ui/link";
import { t } from "../words";

export function PuzzleTile() {
  const puzzle = puzzleOf();
  const { table = "", at = 0 } = puzzle ?? {};
  useEffect(() => {
    // The moment shows its report, so it is fetched here. A game that the server no longer has is not offered again.
    if (table === "") return;
    reportOn(table).catch((failure: unknown) => {
      if (!(failure instanceof Failure)) throw failure;
      if (failure.code === "unknown-table") finishPuzzle(table, null);
    });
  }, [table]);
  const game = puzzle && screens[puzzle.game]?.card.text().title;
  if (!puzzle || game === undefined) return null;
  return (
    <section class="puzzle" data-testid="puzzle">
      <h2>{t("puzzle")}</h2>
      <p class="note">{t("puzzle.about", { game: game ?? "" })}</p>
      <Link to={momentPath(table, at)} look="button primary" testid="puzzle-try">
        {t("puzzle.try")}
      </Link>
      <button type="button" class="plain" data-testid="puzzle-skip" onClick={() => finishPuzzle(table, at)}>
        {t("puzzle.skip")}
      </button>
    </section>
  );
}
