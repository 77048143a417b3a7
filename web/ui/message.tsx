/** A page with only a message: joining, nothing here, no seat left. */
import type { ComponentChildren } from "preact";
import { Heading } from "./heading";
import { t } from "../i18n/language";
import { go } from "../state/routes";
import { Logo } from "./logo";

interface Props {
  readonly title: string;
  readonly text?: string;
  /** Whether the page itself is out of date. */
  readonly reload?: boolean;
  readonly children?: ComponentChildren;
}

export function Message({ title, text = "", reload, children }: Props) {
  return (
    <main key={title + text} class="message" data-testid="message">
      <Logo />
      <Heading>{title}</Heading>
      {text && <p>{text}</p>}
      {children}
      {text && (
        <div class="ways-buttons">
          {reload && (
            <button type="button" onClick={() => location.reload()}>
              {t("reload")}
            </button>
          )}
          <button type="button" class="primary" onClick={() => go("/")}>
            {t("home")}
          </button>
        </div>
      )}
    </main>
  );
}
