/** From the drawing to a table: with bots at once, or with friends in a lobby. */
import { useSignal } from "@preact/signals";
import { t as house } from "@shell/language";
import { setTable, sorry } from "@shell/setting";
import type { Level } from "@shell/types.gen";
import { isSound, type Drawing } from "./drawing";
import { t } from "./words";

const LEVEL: Level = "normal";
const PARTY = 3;

export function PlayIt({ drawing }: { readonly drawing: Drawing }) {
  const busy = useSignal(false);
  const trouble = useSignal<string | null>(null);
  const said = drawing.verdict.value;
  const mission = drawing.mission.value;
  if (mission === null || !isSound(said)) return null;
  // While a drawing is looked at, the buttons stay where they are.
  const unready = busy.value || said.kind === "asking";

  const set = async (begin: boolean): Promise<void> => {
    if (unready) return;
    busy.value = true;
    try {
      const seats = mission.mode === "buddy" ? 2 : PARTY;
      const bots = begin ? Array<Level>(seats - 1).fill(LEVEL) : [];
      await setTable({ game: "kakapo", seats, options: { mission }, bots, begin });
    } catch (failure) {
      trouble.value = sorry(failure);
    } finally {
      busy.value = false;
    }
  };

  return (
    <div class="play-it">
      {trouble.value && (
        <p class="trouble" role="alert">
          {trouble.value}
        </p>
      )}
      <div class="ways-buttons">
        <button type="button" class="primary" data-testid="studio-play" aria-disabled={unready} onClick={() => void set(true)}>
          {t("studio.play")}
        </button>
        <button type="button" data-testid="studio-friends" aria-disabled={unready} onClick={() => void set(false)}>
          {house("friends")}
        </button>
      </div>
    </div>
  );
}
