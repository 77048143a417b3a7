/** A note above a table: what to do there, and rings around the elements it mentions. */
import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { lang } from "../../i18n/language";
import { wide } from "../../state/settings";
import { Rings } from "./rings";

interface Props {
  /** Its `data-testid`. */
  readonly name: string;
  readonly label: string;
  /** The number of the lesson. */
  readonly at?: number | undefined;
  readonly text: string;
  /** The elements that it mentions, by `data-testid`. */
  readonly point: readonly string[];
  /** The line above the text. */
  readonly children: ComponentChildren;
}

export function Note({ name, label, at, text, point, children }: Props) {
  const note = useRef<HTMLElement>(null);
  // The table makes room for the note.
  useLayoutEffect(() => {
    const page = note.current?.parentElement;
    page?.classList.add("guided");
    return () => page?.classList.remove("guided");
  }, []);
  // A small screen shows one line of the note about the first move, and all of it while the note has the focus.
  const stop = name === "first-move" && !wide.value ? 0 : -1;
  return (
    <section key={lang.value} ref={note} class="guide-note" aria-label={label} data-testid={name} data-at={at}>
      <Rings names={point} />
      <p class="guide-head">{children}</p>
      {/* A new element for each lesson. */}
      <p key={at} class="guide-text" tabIndex={stop} data-testid={`${name}-text`}>
        {text}
      </p>
    </section>
  );
}
