/** After a mission of the book: the button for the next one, with the same people and bots. */
import { openNext } from "@shell/table/party/following";
import type { Play } from "../table";
import { t } from "../words";

export interface NextProps {
  readonly play: Play;
  readonly next: number;
  readonly look: "primary" | "";
}

export function NextMission({ play, next, look }: NextProps) {
  const { options } = play.view.value;
  return (
    <div class="next-mission">
      <button type="button" class={look} data-testid="next-mission" onClick={() => openNext(play.table, { options: { ...options, mission: next } })}>
        {t("next", { n: next })}
      </button>
    </div>
  );
}
