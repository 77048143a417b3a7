/** The heading of a screen, which takes the focus when the screen appears. */
import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { focusHeading } from "./heading_focus";

interface Props {
  readonly level?: "h1" | "h2";
  readonly lang?: string;
  readonly children: ComponentChildren;
}

export function Heading({ level: Level = "h1", lang, children }: Props) {
  const ref = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => focusHeading(ref.current), []);
  return (
    <Level ref={ref} lang={lang} tabIndex={-1}>
      {children}
    </Level>
  );
}
