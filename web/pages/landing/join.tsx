/** The box for a friend's code. An error is shown below it, and the digits stay. */
import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { Failure } from "../../net/api";
import { join } from "../../state/seat_access";
import { failureText } from "../../state/refusals";
import { lang, t } from "../../i18n/language";
import { myName } from "../../i18n/names";
import { go, tablePath } from "../../state/routes";

interface Trouble {
  readonly code: string;
  /** Null if the input is not a code. */
  readonly failure: Failure | null;
}

const CODE = /^\d{4}(\d\d)?$/;

/** The digits in the box, which survive a change of language. */
const digits = signal("");
const busy = signal(false);
const trouble = signal<Trouble | null>(null);

async function enter(event: SubmitEvent): Promise<void> {
  event.preventDefault();
  if (busy.peek()) return;
  const code = digits.peek().normalize("NFKC").replace(/\s/g, "");
  if (!CODE.test(code)) {
    trouble.value = { code, failure: null };
    return;
  }
  busy.value = true;
  trouble.value = null;
  try {
    leaveFor((await join({ name: myName(), code })).table);
  } catch (failure) {
    if (!(failure instanceof Failure)) throw failure;
    // The table is full: the guest waits for a seat on its page.
    if (failure.table !== null) leaveFor(failure.table);
    else trouble.value = { code, failure };
  } finally {
    busy.value = false;
  }
}

function leaveFor(table: string): void {
  digits.value = "";
  go(tablePath(table));
}

const forget = (): void => {
  trouble.value = null;
};

function sentence({ code, failure }: Trouble): string {
  if (failure === null) return t("join.form");
  return failureText(failure, code);
}

export function JoinByCode() {
  useEffect(() => forget, []);
  const wrong = trouble.value;
  return (
    <form class="join" noValidate onSubmit={(event) => void enter(event)}>
      <label for="join-code">{t("join.label")}</label>
      <input
        id="join-code"
        name="code"
        data-testid="join-code"
        inputMode="numeric"
        autocomplete="off"
        placeholder="0000"
        maxLength={12}
        lang={lang.value}
        value={digits.value}
        aria-invalid={wrong !== null}
        aria-describedby="join-trouble"
        onInput={({ currentTarget }) => {
          digits.value = currentTarget.value;
          forget();
        }}
      />
      <button type="submit" data-testid="join" aria-disabled={busy.value}>
        {t("join")}
      </button>
      <p id="join-trouble" class="trouble" role="alert" data-testid="join-trouble">
        {wrong && <span key={wrong.code}>{sentence(wrong)}</span>}
      </p>
    </form>
  );
}
