/** A sheet with the words of a table: one word and its meaning, or all of them, with a link to the word history. */
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { Failure } from "../../net/api";
import style from "../../css/meaning.css";
import { nameAt } from "../../state/player_names";
import { close } from "../../ui/open_sheet";
import { Icon } from "../../ui/icons";
import { Search } from "../../ui/search";
import { Token } from "../../ui/tokens";
import { Sheet } from "../../ui/sheet";
import { listed } from "../../i18n/language";
import type { GameScreen } from "../../state/game_screen";
import { withMoreStyle } from "../../platform/stylesheets";
import type { Table } from "../../state/table";
import type { TableWord } from "../../net/types.gen";
import { wordsAt } from "../../net/meanings";
import { DiaryPage } from "./word_history_page";
import { Meaning, Told } from "./meaning";
import { Credit } from "./meanings";
import { t } from "./words";

interface Props {
  readonly table: Table;
  readonly screen: GameScreen;
  /** The text of a card, or a word that was said or laid; null means all words. */
  readonly text: string | null;
}

/** Loader for `LazyPart`. */
export const load = () => withMoreStyle(style, Promise.resolve(WordsSheet));

type Shown = "word" | "words" | "diary";

export function WordsSheet({ table, screen, text }: Props) {
  const shown = useSignal<Shown>(text === null ? "words" : "word");
  const title = { word: text?.toUpperCase() ?? "", words: t("words"), diary: t("diary") };
  const to = (next: Shown) => () => (shown.value = next);
  return (
    <Sheet key={shown.value} name={shown.value} title={title[shown.value]} onClose={close}>
      {shown.value === "word" && (
        <>
          <Meaning table={table} screen={screen} text={text ?? ""} />
          <button type="button" data-testid="all-words" onClick={to("words")}>
            <Icon name="book" />
            {t("words.all")}
          </button>
        </>
      )}
      {shown.value === "words" && (
        <>
          <AllWords table={table} screen={screen} />
          <button type="button" data-testid="diary" onClick={to("diary")}>
            <Icon name="book" />
            {t("diary")}
          </button>
        </>
      )}
      {shown.value === "diary" && <DiaryPage />}
    </Sheet>
  );
}

/** The minimum number of words for which a search is offered. */
const MANY = 12;

function AllWords({ table, screen }: Omit<Props, "text">) {
  const words = useSignal<readonly TableWord[] | "awaited" | "failed">("awaited");
  const sought = useSignal("");
  // The words that may be defined change with the turn.
  const { seq } = table.shown.value ?? {};
  useEffect(() => {
    wordsAt(table.id).then(
      (answer) => (words.value = answer),
      (failure: unknown) => {
        if (!(failure instanceof Failure)) throw failure;
        words.value = "failed";
      },
    );
  }, [table, seq]);
  if (words.value === "awaited") return <p class="note">…</p>;
  if (words.value === "failed") return <p>{t("words.failed")}</p>;
  if (words.value.length === 0) return <p>{t("words.none")}</p>;
  const found = words.value.filter(({ word }) => word.includes(sought.value.trim().toUpperCase()));
  return (
    <>
      {words.value.length >= MANY && (
        <Search label={t("words.search")} value={sought.value} onSearch={(text) => (sought.value = text)} lang="en" />
      )}
      <ul class="all-words" data-testid="all-words-list">
        {found.map((each) => (
          <Row key={each.word} table={table} screen={screen} told={each} />
        ))}
      </ul>
      {found.length === 0 && <p>{t("words.missing")}</p>}
      <Credit />
    </>
  );
}

function Row({ table, screen, told }: Omit<Props, "text"> & { readonly told: TableWord }) {
  const open = useSignal(false);
  return (
    <li>
      <details onToggle={(event) => (open.value = event.currentTarget.open)}>
        <summary>
          <span lang="en">{told.word}</span>
          {told.seats.length > 0 && <span class="unseen">{listed(told.seats.map((seat) => nameAt(table, seat)))}</span>}
          {told.seats.map((seat) => (
            <Token key={seat} seat={seat} />
          ))}
        </summary>
        {open.value && <Told screen={screen} told={told} />}
      </details>
    </li>
  );
}
