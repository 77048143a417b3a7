/** After a mission of the book: on to the next, with bots of the same kind. */
import { useSignal } from "@preact/signals";
import { Failure, newTable } from "@shell/api";
import { t as house } from "@shell/language";
import { myName } from "@shell/names";
import { go, tablePath } from "@shell/routes";
import { keepInvite } from "@shell/seats";
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
      const order = { game: "kakapo", name: myName(), seats: chairs.length, bots, begin: true };
      const seated = await newTable({ ...order, options: { ...options, mission: next } });
      keepInvite(seated);
      go(tablePath(seated.table));
    } catch (failure) {
      if (!(failure instanceof Failure)) throw failure;
      trouble.value = house(failure.code === "offline" ? "offline" : `problem.${failure.code}`);
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
