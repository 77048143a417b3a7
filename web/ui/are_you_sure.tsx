/** A question for confirmation in the bar, with its two answers. Escape cancels it. */

interface Props {
  /** The prefix of the answers' test ids. */
  readonly name: string;
  readonly text: string;
  readonly no: string;
  readonly yes: string;
  readonly back: () => void;
  readonly act: () => void;
}

/** Each answer has a key, so that it does not reuse another button's element and focus. */
export function AreYouSure({ name, text, no, yes, back, act }: Props) {
  const leave = (event: KeyboardEvent): void => {
    if (event.key !== "Escape") return;
    event.preventDefault();
    back();
  };
  const answer = { type: "button", "aria-describedby": "sure", onKeyDown: leave } as const;
  return (
    <>
      <p class="bar-note" id="sure">
        {text}
      </p>
      <button {...answer} key="no" data-testid={`${name}-no`} onClick={back}>
        {no}
      </button>
      <button {...answer} class="primary" key="yes" data-testid={`${name}-confirm`} onClick={act}>
        {yes}
      </button>
    </>
  );
}
