/** Opens the file of a recorded game. The server replays it and reports what is wrong with it. */
import { useSignal } from "@preact/signals";
import { useRef } from "preact/hooks";
import { Failure } from "../../net/api";
import { stepPath } from "../../state/replay_address";
import { failureText } from "../../state/refusals";
import { Icon } from "../../ui/icons";
import { go } from "../../state/routes";
import { PREFIX } from "../../platform/site";
import type { FileFault, Problem, Seated } from "../../net/types.gen";
import { t } from "./words";

/** Maximum number of bytes sent. It exceeds the server's limit, so the server refuses longer files. */
const SENT = 300_000;

export function Recorded() {
  const input = useRef<HTMLInputElement>(null);
  const reading = useSignal(false);
  const trouble = useSignal<string | null>(null);
  const open = async (file: File): Promise<void> => {
    reading.value = true;
    trouble.value = null;
    try {
      const { table } = await opened(await file.slice(0, SENT).arrayBuffer());
      go(stepPath(table, 0, null));
    } catch (failure) {
      trouble.value = told(failure);
    } finally {
      reading.value = false;
    }
  };
  const chosen = (): void => {
    const file = input.current?.files?.[0];
    if (file && !reading.peek()) void open(file);
    // Otherwise choosing the same file again would not fire an event.
    if (input.current) input.current.value = "";
  };
  return (
    <div class="recorded">
      <p>{t("recorded.about")}</p>
      <input ref={input} type="file" accept=".jsonl" class="unseen" tabIndex={-1} aria-label={t("recorded.choose")} data-testid="recorded-file" onChange={chosen} />
      <button type="button" class="primary" data-testid="recorded-choose" aria-disabled={reading.value} onClick={() => input.current?.click()}>
        <Icon name="folder" />
        {t("recorded.choose")}
      </button>
      <p role="status">{reading.value && <span>{t("recorded.reading")}</span>}</p>
      {trouble.value && (
        <p key={trouble.value} class="trouble" role="alert" data-testid="recorded-trouble">
          {trouble.value}
        </p>
      )}
    </div>
  );
}

/** A problem with a file. */
class Fault extends Error {
  readonly why: FileFault;

  constructor(why: FileFault, text: string) {
    super(text);
    this.why = why;
  }
}

/** Open a table that shows the game of a file. Throws a `Fault`, or a `Failure`. */
async function opened(bytes: ArrayBuffer): Promise<Seated> {
  const body = new Blob([bytes], { type: "application/x-ndjson" });
  const answer = await fetch(`${PREFIX}/api/transcripts`, { method: "POST", body, credentials: "same-origin" }).catch(() => null);
  const told: unknown = (await answer?.json().catch(() => null)) ?? null;
  if (answer?.ok && told !== null) return told as Seated;
  const problem = told as Problem | null;
  const text = problem?.text ?? "The server cannot be reached.";
  throw problem?.why ? new Fault(problem.why, text) : new Failure(problem?.code ?? "offline", text);
}

function told(failure: unknown): string {
  // The device could not read the file.
  if (failure instanceof DOMException) return t("recorded.unreadable");
  if (failure instanceof Fault) return t(`recorded.${failure.why}`);
  return failureText(failure);
}
