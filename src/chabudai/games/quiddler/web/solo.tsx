/** The board of the solo game: eight columns with their last cards open. */
import { CardArt } from "./card";
import { pointsOf } from "./faces";
import type { Screen } from "./status";
import { Laid } from "./laid_words";
import type { Overlays } from "./overlays";
import { t } from "./words";

export function ColumnsBoard({ screen, overlays }: { readonly screen: Screen; readonly overlays: Overlays }) {
  const { play, columns } = screen;
  return (
    <div class="solo-board">
      <div class="columns" role="group" aria-label={t("columns")} data-stops>
        {play.columns.value.map((column, at) => {
          const order = columns.picked.value.indexOf(at);
          return (
            <button
              key={at}
              type="button"
              class={order >= 0 ? "card column picked" : "card column"}
              data-testid={`column-${at}`}
              data-face={column.open}
              style={{ "--under": column.under }}
              aria-pressed={order >= 0}
              disabled={column.open === ""}
              onClick={() => columns.tap(at)}
            >
              <span class="unseen">
                {t("column", { face: column.open, n: pointsOf(column.open), under: column.under })}
              </span>
              {column.open === "" ? <span class="no-card" /> : <CardArt face={column.open} />}
              {order >= 0 && <span class="order-mark" aria-hidden="true">{order + 1}</span>}
              <small aria-hidden="true">{column.open === "" ? "" : `+${column.under}`}</small>
            </button>
          );
        })}
      </div>
      {play.view.value.laid.length > 0 && <Laid screen={screen} overlays={overlays} />}
    </div>
  );
}
