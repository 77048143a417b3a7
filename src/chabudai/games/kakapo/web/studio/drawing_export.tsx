/** Saving a drawing, as a link and as a file. */
import { useEffect, useRef } from "preact/hooks";
import { t as shell } from "@shell/i18n/language";
import { useCopying } from "@shell/ui/clipboard";
import { Icon } from "@shell/ui/icons";
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
  const field = useRef<HTMLInputElement>(null);
  const [copied, copy] = useCopying(link.value, shell("invite.copied"));
  // Focusing the field selects the link, to be copied by hand.
  useEffect(() => void (copied === "refused" && field.current?.focus()), [copied]);
  return (
    <label class="studio-link">
      <span>{t("studio.link")}</span>
      <span class="link-row">
        <input ref={field} readOnly value={link.value} data-testid="studio-link" onFocus={(event) => event.currentTarget.select()} />
        {isSecureContext && (
          <button type="button" data-testid="studio-copy" onClick={() => void copy()}>
            <Icon name={copied === "copied" ? "check" : "copy"} />
            {shell(copied === "copied" ? "invite.copied" : "invite.copy")}
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
