/** The reader's name at the table: a field that changes it, and the sheet that asks for it. */
import { useEffect, useRef, useState } from "preact/hooks";
import { fitted, LONGEST, rememberName, rememberNamed } from "../../i18n/names";
import { meaning } from "../../state/refusals";
import { announce } from "../../ui/announcements";
import { close, type AtTable } from "../../ui/open_sheet";
import { Sheet } from "../../ui/sheet";
import type { Table } from "../../state/table";
import type { Code } from "../../net/types.gen";
import { said } from "./words";

const ownName = (table: Table): string => table.chairs.value[table.seat.value ?? -1]?.name ?? "";

interface Rename {
  /** Change the reader's name. This browser remembers the name once the server has accepted it. */
  readonly rename: (name: string) => void;
  /** The reason why the last name was refused. It is shown next to the field only. */
  readonly trouble: Code | null;
  readonly forget: () => void;
}

/** Return the ways to change the reader's name. `done` is called with the name that was sent, once it is accepted. */
function useRename(table: Table, done: (sent: string) => void): Rename {
  const [trouble, setTrouble] = useState<Code | null>(null);
  const name = ownName(table);
  const refusal = table.refusal.value;
  /** The name before the change, while its answer has not arrived, and the name that was sent. */
  const before = useRef<string | null>(null);
  const sent = useRef("");
  useEffect(() => {
    if (refusal !== null && before.current !== null) {
      before.current = null;
      setTrouble(refusal.code);
      table.clearRefusal();
    }
    if (before.current === null || before.current === name) return;
    before.current = null;
    rememberName(name);
    done(sent.current);
  }, [name, refusal]);
  const rename = (chosen: string): void => {
    setTrouble(null);
    if (chosen === "" || chosen === name) return done(chosen);
    before.current = name;
    sent.current = chosen;
    table.send({ type: "rename", name: chosen });
  };
  return { rename, trouble, forget: () => setTrouble(null) };
}

interface NameFieldProps {
  readonly value: string;
  readonly onName: (name: string) => void;
  readonly onBlur?: () => void;
}

function NameField({ value, onName, onBlur }: NameFieldProps) {
  const [cut, setCut] = useState(false);
  const enter = (field: HTMLInputElement): void => {
    const name = fitted(field.value);
    const longer = name !== field.value;
    if (longer) announce("now", said("name.long", { n: LONGEST }));
    setCut(longer);
    field.value = name;
    onName(name);
  };
  return (
    <>
      <input
        class="my-name"
        aria-label={said("name")}
        data-testid="my-name"
        value={value}
        autocomplete="off"
        onInput={({ currentTarget }) => enter(currentTarget)}
        onBlur={() => {
          setCut(false);
          onBlur?.();
        }}
        onFocus={({ currentTarget }) => currentTarget.select()}
      />
      {cut && <small data-testid="name-cut">{said("name.long", { n: LONGEST })}</small>}
    </>
  );
}

/** The name of the reader in a list of seats, as a field. */
export function MyName({ table }: { readonly table: Table }) {
  const [draft, setDraft] = useState<string | null>(null);
  // The reader may type the next name before the answer arrives.
  const { rename, trouble, forget } = useRename(table, (sent) => {
    setDraft((now) => (now?.trim() === sent ? null : now));
    if (entered.current) form.current?.focus();
    entered.current = false;
  });
  const form = useRef<HTMLFormElement>(null);
  /** Whether Enter has sent the name. Its acceptance then ends the input, and closes a phone's keyboard. */
  const entered = useRef(false);
  const enter = (event: SubmitEvent): void => {
    event.preventDefault();
    entered.current = true;
    rename(draft?.trim() ?? "");
  };
  const edit = (name: string): void => {
    forget();
    entered.current = false;
    setDraft(name);
  };
  return (
    <form class="who" ref={form} tabIndex={-1} onSubmit={enter}>
      <NameField value={draft ?? ownName(table)} onName={edit} onBlur={() => trouble ?? rename(draft?.trim() ?? "")} />
      <Trouble code={trouble} />
      <small>{said("name.you")}</small>
    </form>
  );
}

function Trouble({ code }: { readonly code: Code | null }) {
  return (
    code && (
      <p class="trouble" role="alert" data-testid="name-trouble">
        {meaning(code)}
      </p>
    )
  );
}

/** The question for the reader's name. The reader has a seat and a generated name already, and may keep it. */
export function Naming(props: AtTable) {
  return (
    <Sheet name="naming" title={said("naming")} onClose={close}>
      <NameForm {...props} />
    </Sheet>
  );
}

function NameForm({ table }: AtTable) {
  const name = ownName(table);
  const [draft, setDraft] = useState(name);
  const { rename, trouble } = useRename(table, close);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    rememberNamed();
    form.current?.querySelector("input")?.focus();
  }, []);
  if (table.lobby.value?.silent) return <p class="note">{said("name.silent")}</p>;
  const enter = (event: SubmitEvent): void => {
    event.preventDefault();
    rename(draft.trim());
  };
  return (
    <form ref={form} class="naming" onSubmit={enter}>
      <NameField value={draft} onName={setDraft} />
      <Trouble code={trouble} />
      <div class="strip">
        <button type="button" data-testid="naming-keep" onClick={close}>
          {said("name.keep", { name })}
        </button>
        <button type="submit" class="primary" data-testid="naming-save">
          {said("name.save")}
        </button>
      </div>
    </form>
  );
}
