/** After a mission of the book: the button for the next one, with the same bots. */
import { useMemo } from "preact/hooks";
import { openTableSetup } from "@shell/state/table_setup";
import type { Play } from "../table";
import { t } from "../words";

export interface NextProps {
  readonly play: Play;
  readonly next: number;
  readonly look: "primary" | "";
}

export function NextMission({ play, next, look }: NextProps) {
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
