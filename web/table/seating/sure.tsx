/** A button for an irreversible action: it asks for confirmation, which can be refused. */
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { announce } from "../../ui/announcements";
import { said } from "./words";

interface Props {
  readonly testid: string;
  readonly label: string;
  /** The effect of the second tap, in words. */
  readonly sure: string;
  /** A question that precedes the second tap, if the button does not say everything. */
  readonly ask?: string;
  readonly act: () => void;
  /** The content of the button, if it is not its label. */
  readonly children?: ComponentChildren;
}

export function Sure({ testid, label, sure, ask, act, children }: Props) {
  const [asked, setAsked] = useState(false);
  const press = (): void => {
    if (asked) return act();
    setAsked(true);
    if (ask !== undefined) announce("now", ask);
  };
  return (
    <>
      {asked && ask !== undefined && <span class="ask">{ask}</span>}
      <button
        type="button"
        class={children && !asked ? "plain" : undefined}
        data-testid={testid}
        aria-label={asked ? undefined : label}
        onClick={press}
      >
        {asked ? sure : (children ?? label)}
      </button>
      {asked && (
        <button type="button" data-testid={`${testid}-no`} onClick={() => setAsked(false)}>
          {said("sure.no")}
        </button>
      )}
    </>
  );
}
