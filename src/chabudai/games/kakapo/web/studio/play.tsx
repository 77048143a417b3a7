/** Playing the drawing: immediately with bots, or with friends in a lobby. */
import { useMemo } from "preact/hooks";
import { t as shell } from "@shell/i18n/language";
import { openTableSetup } from "@shell/state/table_setup";
import type { Level } from "@shell/net/types.gen";
import { isSound, type Drawing } from "./drawing";
import { t } from "./words";

const LEVEL: Level = "normal";
const PARTY = 3;

export function PlayIt({ drawing }: { readonly drawing: Drawing }) {
  const { busy, trouble, start } = useMemo(openTableSetup, []);
  const said = drawing.verdict.value;
  const mission = drawing.mission.value;
  if (mission === null || !isSound(said)) return null;
  // While the server checks the drawing, the buttons stay in place.
  const unready = busy.value || said.kind === "asking";

  const set = (begin: boolean): void => {
    if (unready) return;
    const others = mission.mode === "buddy" ? 1 : PARTY - 1;
    const bots = begin ? Array<Level>(others).fill(LEVEL) : [];
    void start({ game: "kakapo", options: { mission }, bots, begin });
  };

  return (
    <div class="play-it">
      {trouble.value && (
        <p class="trouble" role="alert">
          {trouble.value}
        </p>
      )}
      <div class="ways-buttons">
        <button type="button" class="primary" data-testid="studio-play" aria-disabled={unready} onClick={() => set(true)}>
          {t("studio.play")}
        </button>
        <button type="button" data-testid="studio-friends" aria-disabled={unready} onClick={() => set(false)}>
          {shell("friends")}
        </button>
      </div>
    </div>
  );
}
