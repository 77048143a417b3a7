/** A decision of one of the reader's own games, to be made again. */
import { useEffect } from "preact/hooks";
import { screens } from "screens";
import { Failure } from "../../net/api";
import { reportOn } from "../../net/report";
import { finishGame, finishPuzzle, keepPuzzles, momentPath, puzzleOf } from "../../state/puzzles";
import { Link } from "../../ui/link";
import { t } from "../words";

/** Failures after which a game will never have a review. */
const LASTING: ReadonlySet<string> = new Set(["unknown-table", "not-now", "malformed"]);

export function PuzzleTile() {
  const puzzle = puzzleOf();
  const { table = "", at = null } = puzzle ?? {};
  useEffect(() => {
    // The moment shows its report, so it is fetched here. A game that the server cannot review is not offered again.
    if (puzzle === null) return;
    reportOn(table).then(
      (report) => at === null && keepPuzzles(puzzle, report),
      (failure: unknown) => {
        if (!(failure instanceof Failure)) throw failure;
        if (LASTING.has(failure.code)) finishGame(table);
      },
    );
  }, [table, at]);
  const game = puzzle && screens[puzzle.game]?.card.text().title;
  if (at === null || !game) return null;
  return (
    <section class="puzzle" data-testid="puzzle">
      <h2>{t("puzzle")}</h2>
      <p class="note">{t("puzzle.about", { game })}</p>
      <Link to={momentPath(table, at)} look="button primary" testid="puzzle-try">
        {t("puzzle.try")}
      </Link>
      <button type="button" class="plain" data-testid="puzzle-skip" onClick={() => finishPuzzle(table, at)}>
        {t("puzzle.skip")}
      </button>
    </section>
  );
}
