/** The word history: words looked up and words of the reader's games, with their meanings. They can be removed and
 * saved. */
import { useSignal } from "@preact/signals";
import { useRef } from "preact/hooks";
import { announce } from "../../ui/announcements";
import { Icon } from "../../ui/icons";
import { Pills } from "../../ui/pills";
import { Search } from "../../ui/search";
import { t as shell } from "../../i18n/language";
import { forget, forgetAll, full, met, type Kind, type Met } from "./word_history";
import { flashCards } from "./flash_cards";
import { Credit, Glosses, Meanings } from "./meanings";
import { t } from "./words";

const KINDS: readonly Kind[] = ["opened", "said"];
/** The minimum number of words for which a search is offered. */
const MANY = 12;
/** The maximum number of words to render; the others are found by searching. */
const MOST_DRAWN = 300;

export function DiaryPage() {
  const { words } = met.value;
  const of = (kind: Kind): readonly Met[] => words.filter((each) => each[kind] !== null);
  const kind = useSignal<Kind>(of("opened").length > 0 || of("said").length === 0 ? "opened" : "said");
  const all = of(kind.value);
  return (
    <>
      <p>{t("diary.note")}</p>
      {full.value && <p role="alert">{t("diary.full")}</p>}
      <Pills<Kind>
        legend={t("diary.which")}
        pills={KINDS.map((value) => ({ value, label: t(`diary.${value}`, { n: of(value).length }) }))}
        value={kind.value}
        onPick={(value) => (kind.value = value)}
      />
      {all.length === 0 ? <p>{t(`diary.${kind.value}.none`)}</p> : <Words key={kind.value} words={all} kind={kind.value} />}
    </>
  );
}

interface Props {
  readonly words: readonly Met[];
  readonly kind: Kind;
}

function Words({ words, kind }: Props) {
  const sought = useSignal("");
  const list = useRef<HTMLUListElement>(null);
  const found = words.filter(({ word }) => word.includes(sought.value.trim().toUpperCase()));
  const remove = (word: string, at: number): void => {
    forget(word, kind);
    announce("now", t("diary.removed", { word }));
    // The button is gone, so the focus moves to the next word's button.
    requestAnimationFrame(() => {
      const buttons = list.current?.querySelectorAll<HTMLElement>(".diary-remove");
      buttons?.[Math.min(at, buttons.length - 1)]?.focus();
    });
  };
  return (
    <>
      {words.length >= MANY && (
        <Search label={t("words.search")} value={sought.value} onSearch={(text) => (sought.value = text)} lang="en" />
      )}
      <ul class="diary" ref={list} data-testid="diary-words">
        {found.slice(0, MOST_DRAWN).map((each, at) => (
          <li key={each.word}>
            <details>
              <summary>
                <span lang="en">{each.word}</span>
                {kind === "said" && each.own && <small>{shell("you")}</small>}
                <Glosses japanese={each.meanings.flatMap(({ japanese }) => japanese).slice(0, 1)} />
              </summary>
              <Meanings word={each.word} meanings={each.meanings} />
            </details>
            <button type="button" class="plain diary-remove" aria-label={t("diary.remove", { word: each.word })} onClick={() => remove(each.word, at)}>
              <Icon name="close" />
            </button>
          </li>
        ))}
      </ul>
      {found.length === 0 && <p>{t("words.missing")}</p>}
      <Credit />
      <div class="diary-all">
        <button type="button" data-testid="diary-save" onClick={() => save(flashCards(words), `chabudai-words-${kind}.csv`)}>
          <Icon name="save" />
          {t("diary.save")}
        </button>
        <p class="note">{t("diary.save.note")}</p>
        <RemoveAll words={words} kind={kind} />
      </div>
    </>
  );
}

/** Asks for confirmation, since this cannot be undone. */
function RemoveAll({ words, kind }: Props) {
  const asked = useSignal(false);
  if (!asked.value) {
    return (
      <button type="button" data-testid="diary-clear" onClick={() => (asked.value = true)}>
        {t("diary.clear")}
      </button>
    );
  }
  return (
    <div class="diary-sure" role="group" aria-label={t("diary.clear")}>
      <p>{t("diary.clear.sure", { n: words.length })}</p>
      <button type="button" data-testid="diary-clear-sure" onClick={() => forgetAll(kind)}>
        {t("diary.clear")}
      </button>
      <button type="button" onClick={() => (asked.value = false)}>
        {t("diary.clear.keep")}
      </button>
    </div>
  );
}

/** Download a text as a file. */
function save(text: string, name: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: "text/csv;charset=utf-8" }));
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}
