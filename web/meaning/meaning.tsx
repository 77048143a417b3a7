/** What a word means that was said or laid at a table, asked for when it is shown. */
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { Failure } from "../api";
import style from "../css/meaning.css";
import { RuleLink } from "../frame/rule";
import { Icon } from "../kit/icons";
import type { Room } from "../room";
import { withMoreStyle } from "../stylesheet";
import type { Table } from "../table";
import type { TableWord } from "../types.gen";
import { wordAt } from "./calls";
import { noteOpened } from "./diary";
import { Credit, Meanings } from "./told";
import { t } from "./words";

interface Props {
  readonly table: Table;
  readonly room: Pick<Room, "translate">;
  /** In any case; two words of a card are told of one after the other. */
  readonly text: string;
}

/** For `Fetched`. */
export const load = () => withMoreStyle(style, Promise.resolve(Meaning));

export function Meaning({ table, room, text }: Props) {
  const letters = text.normalize("NFKD").replace(/\p{M}/gu, "").toUpperCase();
  const words = letters.split(/[^A-Z]+/).filter(Boolean);
  return (
    <section class="meanings" aria-live="polite">
      {words.map((word) => (
        <Asked key={word} table={table} room={room} word={word} named={words.length > 1} />
      ))}
      <Credit />
    </section>
  );
}

interface AskedProps extends Omit<Props, "text"> {
  readonly word: string;
  readonly named: boolean;
}

function Asked({ table, room, word, named }: AskedProps) {
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
      {typeof told.value === "object" && <Told room={room} told={told.value} />}
    </div>
  );
}

interface ToldProps {
  readonly room: Pick<Room, "translate">;
  readonly told: TableWord;
}

/** What a table tells of a word: what it means, or why that is not to be known now. */
export function Told({ room, told: { word, meanings, against } }: ToldProps) {
  useEffect(() => {
    if (meanings.length > 0) noteOpened(word, meanings);
  }, [word, meanings]);
  if (against === null) return <Meanings word={word} meanings={meanings} />;
  return (
    <p class="meaning-closed">
      <Icon name="lock" />
      <span>{room.translate(against.text, against.facts)}</span>
      <RuleLink rule={against.rule} />
    </p>
  );
}
