/** Whether somebody is sure, asked in the bar, with the two answers. Escape takes it back. */

interface Props {
  /** What is asked about: the names of the answers for tests begin with it. */
  readonly name: string;
  readonly text: string;
  readonly no: string;
  readonly yes: string;
  readonly back: () => void;
  readonly act: () => void;
}

/** Each answer has a key: it takes no other button's place, and so its focus. */
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
