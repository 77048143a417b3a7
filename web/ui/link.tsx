/** A link to another page of this client, which opens without reloading the client. */
import type { ComponentChildren } from "preact";
import { PREFIX } from "../platform/site";
import { go } from "../state/routes";

interface Props {
  readonly to: string;
  readonly look: string;
  /** The link's accessible name, if it shows no text. */
  readonly label?: string;
  readonly testid?: string;
  readonly children: ComponentChildren;
}

export function Link({ to, look, label, testid, children }: Props) {
  return (
    <a
      class={look}
      href={PREFIX + to}
      aria-label={label}
      data-testid={testid}
      onClick={(event) => {
        event.preventDefault();
        go(to);
      }}
    >
      {children}
    </a>
  );
}
