/** A dialog over the table: at the bottom on a phone, at the side on a wide screen. */
import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { t } from "../i18n/language";
import { closedByBack } from "../platform/history";
import { Icon } from "./icons";

interface Props {
  readonly name: string;
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
}

export function Sheet({ name, title, onClose, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  // Open before any other event: a key pressed between drawing and opening would bypass the sheet.
  useLayoutEffect(() => {
    dialog.current?.showModal();
    return closedByBack(() => close(dialog.current));
  }, []);
  return (
    <dialog
      ref={dialog}
      class="sheet"
      data-testid={`sheet-${name}`}
      aria-labelledby={`sheet-${name}-title`}
      onClose={onClose}
      onClick={(event) => {
        if (event.target === event.currentTarget) close(event.currentTarget);
      }}
    >
      <div class="sheet-inside">
        <header class="sheet-head">
          <h2 id={`sheet-${name}-title`}>{title}</h2>
          <button type="button" class="plain" aria-label={t("close")} onClick={() => close(dialog.current)}>
            <Icon name="close" />
          </button>
        </header>
        <div class="sheet-body">{children}</div>
      </div>
    </dialog>
  );
}

/** Hide a sheet immediately, and close it after the next paint, since restoring the table takes longer on a phone. */
function close(sheet: HTMLDialogElement | null): void {
  sheet?.classList.add("going");
  requestAnimationFrame(() => setTimeout(() => sheet?.close()));
}
