/** The host's choice to show the party on a big screen, such as a television. Other players only read about it. */
import { useState } from "preact/hooks";
import { TYPED } from "../platform/site";
import { isUnknownCode, pairScreen } from "../net/screens";
import { failureText } from "../state/refusals";
import type { Table } from "../state/table";
import { say } from "./words";

const CODE = /^\d{6}$/;

export function BigScreens({ table }: { readonly table: Table }) {
  const { screens, party } = table.lobby.value ?? {};
  const isHost = table.hello.value?.host === true;
  if (party == null || (!screens && !isHost)) return null;
  return (
    <section class="invite panel" aria-labelledby="screens-title" data-testid="screens">
      <h2 id="screens-title">{say("screen.title")}</h2>
      {!!screens && (
        <p class="link-row">
          <span data-testid="screens-shown">{say("screen.shown", { n: screens })}</span>
          {isHost && (
            <button type="button" data-testid="screens-end" onClick={() => table.send({ type: "end-screens" })}>
              {say("screen.end")}
            </button>
          )}
        </p>
      )}
      {isHost && <CodeBox party={party} />}
    </section>
  );
}

function CodeBox({ party }: { readonly party: string }) {
  const [digits, setDigits] = useState("");
  const [trouble, setTrouble] = useState("");
  const enter = (event: SubmitEvent): void => {
    event.preventDefault();
    const code = digits.normalize("NFKC").replace(/\s/g, "");
    if (!CODE.test(code)) return setTrouble(say("screen.digits"));
    pairScreen(party, code).then(
      () => setDigits(""),
      (failure: unknown) => setTrouble(isUnknownCode(failure) ? say("screen.unknown") : failureText(failure)),
    );
  };
  return (
    <form class="invite-ways" noValidate onSubmit={enter}>
      <label for="screen-code">{say("screen.note", { host: `${TYPED}/screen` })}</label>
      <div class="link-row">
        <input
          id="screen-code"
          data-testid="screen-code"
          inputMode="numeric"
          autocomplete="off"
          placeholder="000 000"
          maxLength={12}
          value={digits}
          aria-describedby="screen-trouble"
          onInput={({ currentTarget }) => {
            setDigits(currentTarget.value);
            setTrouble("");
          }}
        />
        <button type="submit" data-testid="screen-show">
          {say("screen.show")}
        </button>
      </div>
      {trouble && (
        <p id="screen-trouble" class="trouble" role="alert">
          {trouble}
        </p>
      )}
    </form>
  );
}
