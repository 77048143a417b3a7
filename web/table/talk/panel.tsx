/** The tray: what has been said, reactions and ready-made sentences to send, and a line of free text if it is allowed. */
import { useSignal } from "@preact/signals";
import type { Say } from "../../net/types.gen";
import { LONGEST_TEXT } from "../../net/types.gen";
import { nameAt } from "../../state/player_names";
import type { Table } from "../../state/table";
import { close, type SheetProps } from "../../ui/open_sheet";
import { Pills } from "../../ui/pills";
import { Sheet } from "../../ui/sheet";
import { Token } from "../../ui/tokens";
import { Drawn } from "./drawings";
import { aloud, heard, mayTalk, readAloud } from "./hearing";
import { Mute } from "./mute";
import { Reactions } from "./reactions";
import { say, wordsOf } from "./words";

const SENTENCES: readonly Say["sentence"][] = ["hello", "well-played", "nice", "close", "unlucky", "thanks", "again", "bye"];

interface Props {
  readonly table: Table;
  /** Called after a reaction or a sentence has been sent. */
  readonly done?: () => void;
}

export function TalkSheet({ table }: SheetProps<"talk">) {
  return (
    <Sheet name="talk" title={say("title")} onClose={close}>
      <Panel table={table} done={close} />
    </Sheet>
  );
}

export function Panel({ table, done }: Props) {
  const may = mayTalk(table);
  const send = (body: Parameters<Table["send"]>[0]): void => {
    table.send(body);
    done?.();
  };
  return (
    <div class="talk-panel">
      <Lines table={table} />
      {may === "text" && <Writing table={table} />}
      {may !== "none" && <Reactions send={send} />}
      {(may === "sentences" || may === "text") && (
        <div class="sentences" role="group" aria-label={say("sentences")} data-stops>
          {SENTENCES.map((sentence) => (
            <button key={sentence} type="button" data-testid={`say-${sentence}`} onClick={() => send({ type: "say", sentence })}>
              {say(`sentence.${sentence}`)}
            </button>
          ))}
        </div>
      )}
      <Choices table={table} />
    </div>
  );
}

/** The latest lines, the newest last. Reactions are drawn. */
function Lines({ table }: { readonly table: Table }) {
  const signs = heard(table).slice(-12);
  if (signs.length === 0) return null;
  return (
    <ol class="lines" data-testid="lines">
      {signs.map((sign) => (
        <li key={sign.number}>
          <Token seat={sign.seat} />
          <b dir="auto">{nameAt(table, sign.seat)}</b>{" "}
          {sign.kind === "reaction" ? (
            <>
              <Drawn name={sign.said} />
              <span class="unseen">{wordsOf(sign)}</span>
            </>
          ) : (
            <bdi>{wordsOf(sign)}</bdi>
          )}
        </li>
      ))}
    </ol>
  );
}

function Writing({ table }: { readonly table: Table }) {
  const text = useSignal("");
  const refused = useSignal(false);
  const write = async (): Promise<void> => {
    const written = text.value.trim();
    if (written === "") return;
    refused.value = !(await table.request({ type: "write", text: written }));
    if (!refused.value && text.value.trim() === written) text.value = "";
  };
  return (
    <form
      class="writing"
      onSubmit={(event) => {
        event.preventDefault();
        void write();
      }}
    >
      <input
        type="text"
        dir="auto"
        maxLength={LONGEST_TEXT}
        autocomplete="off"
        enterkeyhint="send"
        aria-label={say("text")}
        placeholder={say("text")}
        data-testid="write"
        value={text.value}
        onInput={(event) => (text.value = event.currentTarget.value)}
      />
      <button type="submit" data-testid="write-send">
        {say("send")}
      </button>
      {refused.value && <p role="alert">{say("refused")}</p>}
    </form>
  );
}

/** The reader's own choices: the players whose signs are shown, and whether signs are read out. */
function Choices({ table }: { readonly table: Table }) {
  const others = table.chairs.value.flatMap(({ kind }, seat) => (kind === "guest" && seat !== table.seat.value ? [seat] : []));
  return (
    <details class="shortcuts talk-choices">
      <summary>{say("mutes")}</summary>
      {others.map((seat) => (
        <Mute key={seat} table={table} seat={seat} />
      ))}
      <Pills
        legend={say("aloud")}
        pills={[
          { value: true, label: say("aloud.on") },
          { value: false, label: say("aloud.off") },
        ]}
        value={aloud.value}
        onPick={readAloud}
      />
    </details>
  );
}
