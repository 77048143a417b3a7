/** From the drawing to a table: with bots at once, or with friends in a lobby; and the link of the drawing. */
import { useSignal } from "@preact/signals";
import { t as house } from "@shell/language";
import { Icon } from "@shell/kit/icons";
import { setTable, sorry } from "@shell/setting";
import type { Level } from "@shell/types.gen";
import type { Drawing } from "./drawing";
import { t } from "./words";

const LEVEL: Level = "normal";
const PARTY = 3;

export function PlayIt({ drawing }: { readonly drawing: Drawing }) {
  const busy = useSignal(false);
  const copied = useSignal(false);
  const trouble = useSignal<string | null>(null);
  const said = drawing.verdict.value;
  const mission = drawing.mission.value;
  const sound = said.kind === "told" && said.studied.checked.flaws.length === 0;
  if (mission === null || !sound) return null;
  const text = said.studied.text;

  const set = async (begin: boolean): Promise<void> => {
    if (busy.value) return;
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
    <div class="play-it panel">
      {trouble.value && (
        <p class="trouble" role="alert">
          {trouble.value}
        </p>
      )}
      <div class="ways-buttons">
        <button type="button" class="primary" data-testid="studio-play" aria-disabled={busy.value} onClick={() => void set(true)}>
          {t("studio.play")}
        </button>
        <button type="button" data-testid="studio-friends" aria-disabled={busy.value} onClick={() => void set(false)}>
          {house("friends")}
        </button>
      </div>
      <label class="studio-link">
        <span>{t("studio.link")}</span>
        <span class="link-row">
          <input readOnly value={location.href} data-testid="studio-link" onFocus={(event) => event.currentTarget.select()} />
          {isSecureContext && (
            <button
              type="button"
              onClick={() => void navigator.clipboard.writeText(location.href).then(() => (copied.value = true))}
            >
              <Icon name={copied.value ? "check" : "copy"} />
              {house(copied.value ? "invite.copied" : "invite.copy")}
            </button>
          )}
        </span>
      </label>
      <details>
        <summary>{t("studio.file")}</summary>
        <pre data-testid="studio-file">{text}</pre>
      </details>
    </div>
  );
}
