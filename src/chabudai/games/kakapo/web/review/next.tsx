/** After a mission of the book: the button for the next one, with the same bots. */
import type { VNode } from "preact";
import { useMemo } from "preact/hooks";
import { openTableSetup } from "@shell/state/table_setup";
import { MISSIONS } from "../box";
import type { Play } from "../table";
import { t } from "../words";

interface Props {
  readonly play: Play;
  readonly next: number;
  readonly look: "primary" | "";
}

/** Return the next mission of the book for a player alone with bots, or null if there is none. */
export function nextOf({ view, table, seat }: Play): number | null {
  const { number } = view.value.mission;
  const chairs = table.chairs.value;
  const alone = seat.value !== null && chairs.every(({ kind }, at) => at === seat.value || kind === "bot");
  return alone && number > 0 && number < MISSIONS ? number + 1 : null;
}

/** Return the button for the next mission after a win. After a loss, another try comes first. */
export function onward(play: Play): VNode | null {
  const { phase } = play.view.value;
  const next = nextOf(play);
  return phase.type === "over" && phase.reason === "scanned" && next !== null ? <NextMission play={play} next={next} look="primary" /> : null;
}

export function NextMission({ play, next, look }: Props) {
  const { busy, trouble, start } = useMemo(openTableSetup, []);
  const { options } = play.view.value;
  const chairs = play.table.chairs.value;
  const bots = chairs.flatMap((chair) => (chair.kind === "bot" && chair.level !== null ? [chair.level] : []));

  const on = (): Promise<void> =>
    start({ game: "kakapo", seats: chairs.length, bots, begin: true, options: { ...options, mission: next } });
  return (
    <div class="next-mission">
      {trouble.value && (
        <p class="trouble" role="alert">
          {trouble.value}
        </p>
      )}
      <button type="button" class={look} data-testid="next-mission" aria-disabled={busy.value} onClick={() => void on()}>
        {t("next", { n: next })}
      </button>
    </div>
  );
}
