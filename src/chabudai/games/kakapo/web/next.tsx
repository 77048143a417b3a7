/** After a mission of the book: on to the next, with bots of the same kind. */
import { useSignal } from "@preact/signals";
import { setTable, sorry } from "@shell/setting";
import { MISSIONS } from "./box";
import type { Play } from "./table";
import { t } from "./words";

export function NextMission({ play }: { readonly play: Play }) {
  const busy = useSignal(false);
  const trouble = useSignal<string | null>(null);
  const { mission, options } = play.view.value;
  const chairs = play.table.chairs.value;
  const bots = chairs.flatMap((chair) => (chair.kind === "bot" && chair.level !== null ? [chair.level] : []));
  const alone = play.seat.value !== null && bots.length === chairs.length - 1;
  if (!alone || mission.number === 0 || mission.number >= MISSIONS) return null;
  const next = mission.number + 1;

  const on = async (): Promise<void> => {
    if (busy.value) return;
    busy.value = true;
    try {
      const order = { game: "kakapo", seats: chairs.length, bots, begin: true };
      await setTable({ ...order, options: { ...options, mission: next } });
    } catch (failure) {
      trouble.value = sorry(failure);
    } finally {
      busy.value = false;
    }
  };
  return (
    <div class="next-mission">
      {trouble.value && (
        <p class="trouble" role="alert">
          {trouble.value}
        </p>
      )}
      <button type="button" data-testid="next-mission" aria-disabled={busy.value} onClick={() => void on()}>
        {t("next", { n: next })}
      </button>
    </div>
  );
}
