/** Saving a drawing, as a link and as a file. */
import { useSignal, useSignalEffect } from "@preact/signals";
import { t as shell } from "@shell/language";
import { Icon } from "@shell/kit/icons";
import { titled } from "../words";
import type { Drawing } from "./drawing";
import { t } from "./words";

export function Keep({ drawing }: { readonly drawing: Drawing }) {
  const said = drawing.verdict.value;
  const mission = drawing.mission.value;
  if (mission === null) return null;
  const text = said.kind === "told" ? said.studied.text : null;
  return (
    <div class="keep panel">
      <Link drawing={drawing} />
      <div class="keep-file">
        <button
          type="button"
          data-testid="studio-save"
          aria-disabled={text === null}
          onClick={() => text !== null && save(text, `${titled(mission.title)}.toml`)}
        >
          <Icon name="save" />
          {t("studio.save")}
        </button>
        {text !== null && (
          <details>
            <summary>{t("studio.file")}</summary>
            <pre data-testid="studio-file">{text}</pre>
          </details>
        )}
      </div>
    </div>
  );
}

function Link({ drawing: { link } }: { readonly drawing: Drawing }) {
  const copied = useSignal<string | null>(null);
  // The link of another drawing has not been copied yet.
  useSignalEffect(() => {
    if (copied.peek() !== link.value) copied.value = null;
  });
  const done = copied.value === link.value;
  return (
    <label class="studio-link">
      <span>{t("studio.link")}</span>
      <span class="link-row">
        <input readOnly value={link.value} data-testid="studio-link" onFocus={(event) => event.currentTarget.select()} />
        {isSecureContext && (
          <button
            type="button"
            onClick={() => void navigator.clipboard.writeText(link.value).then(() => (copied.value = link.value))}
          >
            <Icon name={done ? "check" : "copy"} />
            {shell(done ? "invite.copied" : "invite.copy")}
          </button>
        )}
      </span>
    </label>
  );
}

/** Download a text as a file. */
function save(text: string, name: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: "application/toml" }));
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}
