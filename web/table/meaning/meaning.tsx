/** The meaning of a word that was said or laid at a table, fetched when it is shown. */
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { Failure } from "../../net/api";
import style from "../../css/meaning.css";
import { RuleLink } from "../../ui/rule_link";
import { Icon } from "../../ui/icons";
import type { GameScreen } from "../../state/game_screen";
import { withMoreStyle } from "../../platform/stylesheets";
import type { Table } from "../../state/table";
import type { TableWord } from "../../net/types.gen";
import { wordAt } from "../../net/meanings";
import { noteOpened } from "./word_history";
import { Credit, Meanings } from "./meanings";
import { t } from "./words";

interface Props {
  readonly table: Table;
  readonly screen: Pick<GameScreen, "translate">;
  /** A text in upper or lower case. If it is a card with two words, they are defined one after another. */
  readonly text: string;
}

/** Loader for `LazyPart`. */
export const load = () => withMoreStyle(style, Promise.resolve(Meaning));

export function Meaning({ table, screen, text }: Props) {
  const letters = text.normalize("NFKD").replace(/\p{M}/gu, "").toUpperCase();
  const words = letters.split(/[^A-Z]+/).filter(Boolean);
  return (
    <section class="meanings" aria-live="polite">
      {words.map((word) => (
        <Asked key={word} table={table} screen={screen} word={word} named={words.length > 1} />
      ))}
      <Credit />
    </section>
  );
}

interface AskedProps extends Omit<Props, "text"> {
  readonly word: string;
  readonly named: boolean;
}

function Asked({ table, screen, word, named }: AskedProps) {
  const told = useSignal<TableWord | "awaited" | "failed">("awaited");
  useEffect(() => {
    wordAt(table.id, word).then(
      (answer) => (told.value = answer),
      (failure: unknown) => {
        if (!(failure instanceof Failure)) throw failure;
        told.value = "failed";
      },
    );
  }, [table, word]);
  return (
    <div data-testid={`meaning-${word}`}>
      {named && <h3 lang="en">{word}</h3>}
      {told.value === "awaited" && <p class="note">…</p>}
      {told.value === "failed" && <p>{t("meaning.failed", { word })}</p>}
      {typeof told.value === "object" && <Told screen={screen} told={told.value} />}
    </div>
  );
}

interface ToldProps {
  readonly screen: Pick<GameScreen, "translate">;
  readonly told: TableWord;
}

/** A table's answer about a word: its meaning, or why that is secret now. */
export function Told({ screen, told: { word, meanings, against } }: ToldProps) {
  useEffect(() => {
    if (meanings.length > 0) noteOpened(word, meanings);
  }, [word, meanings]);
  if (against === null) return <Meanings word={word} meanings={meanings} />;
  return (
    <p class="meaning-closed">
      <Icon name="lock" />
      <span>{screen.translate(against.text, against.facts)}</span>
      <RuleLink rule={against.rule} />
    </p>
  );
}
