/** An on-screen keyboard for devices without a hardware one. Unlike the system keyboard, it does not cover the ring or
 * autocorrect the word. */
import { Icon } from "@shell/ui/icons";
import { desk, ownKeys } from "@shell/state/settings";
import type { Draft } from "./draft";
import type { Play } from "./table";
import { t } from "./words";

const ROWS = ["QWERTYUIOP", "ASDFGHJKL", "ZXCVBNM"];

export function Keys({ play, draft }: { readonly play: Play; readonly draft: Draft }) {
  if (play.seat.value === null || desk.value) return null;
  const shown = new Set(play.view.value.ring.map((slot) => slot.safe.letter));
  if (ownKeys.value === "off") {
    return (
      <div class="keys">
        <button type="button" class="keys-back" onClick={() => (ownKeys.value = "on")}>
          <Icon name="keyboard" />
          {t("keys.ours")}
        </button>
      </div>
    );
  }
  return (
    <div class="keys" role="group" aria-label={t("keys")} lang="en" data-stops>
      {ROWS.map((row, at) => (
        <div key={row} class="key-row">
          {at === 2 && (
            <button
              type="button"
              class="key wide"
              aria-label={t("keys.device")}
              onClick={() => {
                ownKeys.value = "off";
                requestAnimationFrame(() => document.querySelector<HTMLInputElement>("input.word")?.focus());
              }}
            >
              <Icon name="keyboard" />
            </button>
          )}
          {[...row].map((letter) => (
            <button
              key={letter}
              type="button"
              class={shown.has(letter) ? "key shown" : "key"}
              data-testid={`key-${letter}`}
              onClick={() => draft.type(letter)}
            >
              {letter}
            </button>
          ))}
          {at === ROWS.length - 1 && (
            <button type="button" class="key wide" data-testid="key-erase" aria-label={t("erase")} onClick={draft.erase}>
              <Icon name="erase" />
            </button>
          )}
        </div>
      ))}
    </div>
  );
}
