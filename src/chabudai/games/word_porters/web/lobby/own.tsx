/** The forms for a table's own cards: one word per line, or two hint words separated by a slash. */
import { useState } from "preact/hooks";
import type { FormProps } from "@shell/state/game_screen";
import { t } from "../words";

type Pair = readonly [string, string];

export function OwnWords({ value, choose }: FormProps) {
  const words = isList(value) ? value.filter((each): each is string => typeof each === "string") : [];
  return (
    <Lines
      name="own_words"
      title={t("option.own_words")}
      hint={t("own.words.how")}
      agreed={words}
      count={t("own.words.count", { n: words.length })}
      agree={choose && ((lines) => choose(lines))}
    />
  );
}

export function OwnHints({ value, choose }: FormProps) {
  const pairs = isList(value) ? value.filter(isPair) : [];
  return (
    <Lines
      name="own_hints"
      title={t("option.own_hints")}
      hint={t("own.hints.how")}
      agreed={pairs.map((pair) => pair.join(" / "))}
      count={t("own.hints.count", { n: pairs.length })}
      agree={choose && ((lines) => choose(lines.map(halves)))}
    />
  );
}

const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value);

const isPair = (value: unknown): value is Pair =>
  isList(value) && value.length === 2 && value.every((each) => typeof each === "string");

/** Parse "big / small". Without a slash the second word is empty, which the game refuses. */
function halves(line: string): Pair {
  const [one = "", ...other] = line.split(/[/／]/);
  return [one.trim(), other.join("/").trim()];
}

const spaced = (line: string): string => line.replace(/\s*[/／]\s*/, " / ");

interface Props {
  readonly name: string;
  readonly title: string;
  readonly hint: string;
  readonly agreed: readonly string[];
  readonly count: string;
  readonly agree: ((lines: readonly string[]) => void) | null;
}

/** A text of several lines. The button sends it. A refused text stays in the field. */
function Lines({ name, title, hint, agreed, count, agree }: Props) {
  const [draft, setDraft] = useState<string | null>(null);
  const id = `${name}-lines`;
  if (agree === null) return <p class="own-cards">{t("own.agreed", { title, count })}</p>;
  const text = draft ?? agreed.join("\n");
  const lines = text.split("\n").map((line) => line.trim()).filter((line) => line !== "");
  const changed = lines.map(spaced).join("\n") !== agreed.map(spaced).join("\n");
  return (
    <div class="own-cards">
      <label for={id}>{title}</label>
      <p class="note" id={`${id}-how`}>
        {hint}
      </p>
      <textarea
        id={id}
        data-testid={id}
        rows={5}
        aria-describedby={`${id}-how`}
        value={text}
        onInput={(event) => setDraft(event.currentTarget.value)}
      />
      <div class="own-row">
        <span class="note" data-testid={`${id}-count`}>
          {count}
        </span>
        <button type="button" data-testid={`${id}-lay`} aria-disabled={!changed} onClick={() => changed && agree(lines)}>
          {t("own.lay")}
        </button>
      </div>
    </div>
  );
}
