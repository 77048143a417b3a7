/** A button for advice among the game's buttons, at a table that allows advice. Each tap reveals the next stage in the
 * status, if the reader owes a move. */
import type { GameScreen } from "../../state/game_screen";
import type { Table } from "../../state/table";
import { askFurther, givenNow, isAllowed, isAsking, mayAsk, REQUESTS, STAGES, summary } from "./given";
import { say } from "./words";

interface Props {
  readonly table: Table;
  readonly screen: GameScreen;
}

export function ToAdvice({ table, screen }: Props) {
  if (!isAllowed(table)) return null;
  const request = REQUESTS[givenNow(table)?.stage ?? 0];
  const label = request === undefined ? say("advice") : say("request", { what: say(request) });
  return (
    <button
      type="button"
      class="quiet to-advice"
      data-testid="bar-advice"
      aria-label={label}
      aria-disabled={!mayAsk(table) || request === undefined || isAsking(table)}
      title={label}
      onClick={() => mayAsk(table) && void askFurther(table, screen)}
    >
      <Bulb />
    </button>
  );
}

const Bulb = () => (
  <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
    <path d="M9 17.5c0-2.5-3-3.5-3-7.5a6 6 0 0 1 12 0c0 4-3 5-3 7.5zM9.5 20.5h5" />
  </svg>
);

/** The sentence that another player has asked for advice, until the next step. */
function Asked({ table, screen }: Props) {
  const { events = [] } = table.story.value.at(-1) ?? {};
  const asked = events.filter((event) => (event as { readonly type?: string }).type === "advised");
  if (asked.length === 0 || table.lobby.value?.status !== "playing") return null;
  return (
    <div class="strip given" data-testid="asked">
      <Bulb />
      <span>{screen.tell(table, asked)}</span>
    </div>
  );
}

/** The advice given so far, below the status, and the number of its stages. */
export function GivenStrip({ table, screen }: Props) {
  const now = givenNow(table);
  const awaited = isAsking(table) && mayAsk(table);
  if (now === null && !awaited) return <Asked table={table} screen={screen} />;
  return (
    <div class="strip given" data-testid="given">
      <Bulb />
      <span>{now && summary(now, table, screen)}</span>
      <small>{awaited ? "…" : now?.advice && say("stage", { n: now.stage, all: STAGES })}</small>
    </div>
  );
}
