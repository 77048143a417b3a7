/** The forms for a table's own cards: one word per line, or two hint words separated by a slash. */
import { useState } from "preact/hooks";
import { lasting } from "@shell/platform/storage";
import type { FormProps } from "@shell/state/game_screen";
import { t } from "../words";

/** The number of words in a game, and of hint cards beyond the number of players (WP-A19). Only the count in the lobby
 * uses them; the server judges. */
const ALL_WORDS = 40;
const MORE_HINTS = 6;

type Pair = readonly [string, string];

export function OwnWords({ value, choose, answers }: FormProps) {
  const share = answers["own_share"];
  const words = isList(value) ? value.filter((each): each is string => typeof each === "string") : [];
  return (
    <Lines
      name="own_words"
      title={t("option.own_words")}
      hint={t("own.words.how")}
      agreed={words}
      least={typeof share === "number" ? share : ALL_WORDS}
      count={(n) => t("own.words.count", { n })}
      agree={choose && ((lines) => choose(lines))}
    />
  );
}

export function OwnHints({ value, choose, seats }: FormProps) {
  const pairs = isList(value) ? value.filter(isPair) : [];
  return (
    <Lines
      name="own_hints"
      title={t("option.own_hints")}
      hint={t("own.hints.how")}
      agreed={pairs.map((pair) => pair.join(" / "))}
      least={seats + MORE_HINTS}
      count={(n) => t("own.hints.count", { n })}
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
  /** The smallest number of lines that a game needs. */
  readonly least: number;
  /** Return a number of lines in words. */
  readonly count: (lines: number) => string;
  readonly agree: ((lines: readonly string[]) => void) | null;
}

const linesOf = (text: string): readonly string[] => text.split("\n").map((line) => line.trim()).filter((line) => line !== "");

/** A text of several lines, which this browser keeps for the next table. The button sends it. A refused text stays in
 * the field. */
function Lines({ name, title, hint, agreed, least, count, agree }: Props) {
  const [draft, setDraft] = useState<string | null>(null);
  const id = `${name}-lines`;
  if (agree === null) return <p class="own-cards">{t("own.agreed", { title, count: count(agreed.length) })}</p>;
  const text = draft ?? agreed.join("\n");
  const lines = linesOf(text);
  const changed = lines.map(spaced).join("\n") !== agreed.map(spaced).join("\n");
  const more = lines.length === 0 ? 0 : least - lines.length;
  const last = lasting.get(`chabudai.porters.${name}`) ?? "";
  const put = (chosen: readonly string[]): void => {
    setDraft(chosen.join("\n"));
    agree(chosen);
  };
  const type = (typed: string): void => {
    setDraft(typed);
    if (linesOf(typed).length > 0) lasting.set(`chabudai.porters.${name}`, typed);
  };
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
        aria-describedby={`${id}-how ${id}-count`}
        value={text}
        onInput={(event) => type(event.currentTarget.value)}
      />
      <div class="own-row">
        <span class="note" id={`${id}-count`} data-testid={`${id}-count`}>
          {more > 0 ? t("own.more", { count: count(lines.length), more }) : count(lines.length)}
        </span>
        {lines.length === 0 && last !== "" && (
          <button type="button" data-testid={`${id}-again`} onClick={() => setDraft(last)}>
            {t("own.again", { n: linesOf(last).length })}
          </button>
        )}
        {agreed.length > 0 && (
          <button type="button" data-testid={`${id}-none`} onClick={() => put([])}>
            {t("own.none")}
          </button>
        )}
        <button type="button" data-testid={`${id}-lay`} aria-disabled={!changed} onClick={() => changed && put(lines)}>
          {t("own.lay")}
        </button>
      </div>
    </div>
  );
}
