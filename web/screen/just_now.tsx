/** The latest sentences of the log. */
import { lang } from "../i18n/language";
import { Kept } from "../table/unbroken_names";
import type { BigScreenProps } from "./props";
import { say } from "./words";

interface JustNowProps extends BigScreenProps {
  /** The events that are being shown and are not yet in the story. */
  readonly step: readonly unknown[];
}

/** The number of letters in a line, and of lines for two sentences. */
const LINE = { en: 32, ja: 16 } as const;
const LINES = 3;

export function JustNow({ table, screen, step }: JustNowProps) {
  const [newest, before] = latest({ table, screen, step });
  if (newest === undefined) return null;
  const lines = (text: string): number => Math.ceil(text.length / LINE[lang.value]);
  const fits = before !== undefined && lines(say("just-now") + newest) + lines(before) <= LINES;
  return (
    <section class="just-now" data-testid="just-now">
      <p>
        <b>{say("just-now")}</b> <Kept table={table} text={newest} />
      </p>
      {fits && (
        <p class="before-that">
          <Kept table={table} text={before} />
        </p>
      )}
    </section>
  );
}

/** Return the last two sentences, the newest first. */
function latest({ table, screen, step }: JustNowProps): readonly string[] {
  const found: string[] = [];
  const steps = [...table.story.value.map(({ events }) => events), step];
  for (const events of steps.reverse()) {
    for (const event of [...events].reverse()) {
      const text = screen.tell(table, [event], 1);
      if (text !== "") found.push(text);
      if (found.length > 1) return found;
    }
  }
  return found;
}
