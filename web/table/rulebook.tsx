/** The rulebook in the reader's language, opened at a rule, with a search. */
import { Fragment } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { rulebook, type Chapter, type Rule, type Rulebook } from "../net/api";
import { lang, t } from "../i18n/language";
import type { SheetProps } from "../ui/open_sheet";
import { Search } from "../ui/search";
import { Glance } from "./guide/glance";
import { Guides } from "./guide/guides";
import { Prose } from "../ui/prose";
import { say } from "./words";

/** The number of rules to lay out together. The first of them fills half of a phone's screen. */
const AT_ONCE = 2;
const PAUSE_MS = 40;

interface Props {
  readonly game: string;
  readonly rule: string | null;
}

/** The rulebook of a table's game as a sheet. */
export function RulesSheet({ table, rule }: SheetProps<"rules">) {
  return <Rules game={table.hello.value?.game ?? ""} rule={rule} />;
}

export function Rules({ game, rule }: Props) {
  const [book, setBook] = useState<Rulebook | "missing" | null>(null);
  const [sought, setSought] = useState("");
  const page = useRef<HTMLDivElement>(null);
  const language = lang.value;
  useEffect(() => {
    rulebook(game, language).then(setBook, () => setBook("missing"));
  }, [game, language]);
  // This runs before the book is drawn, so that rules outside the screen are not laid out.
  useLayoutEffect(() => {
    if (rule === null || book === null) return;
    page.current?.querySelector(`[data-rule="${rule}"]`)?.scrollIntoView({ block: "start" });
  }, [rule, book]);
  useEffect(() => layOut(page.current, rule), [rule, book, sought]);
  if (book === null) return <p class="note">{t("loading")}</p>;
  if (book === "missing") return <p key="missing" class="trouble">{say("rules.missing")}</p>;
  const found = book.rules.filter((each) => matches(each, sought));
  const whole = found.length === book.rules.length;
  return (
    <div key={language} class="rulebook" translate ref={page}>
      <Search label={say("rules.search")} value={sought} onSearch={setSought} />
      {found.length === 0 && <p class="note">{say("rules.none")}</p>}
      {whole && book.glance && <Glance game={game} glance={book.glance} />}
      {whole && <Guides game={game} look="button to-guide" />}
      {whole && <Prose text={book.introduction} />}
      {found.map((each) => (
        <Fragment key={each.id}>
          {whole && book.chapters.filter((chapter) => chapter.first === each.id).map(heading)}
          <article data-rule={each.id} class={each.id === rule ? "rule here" : "rule"}>
            <h4>
              <span class="rule-id">{each.id}</span> {each.title}
            </h4>
            <Prose text={each.text} />
          </article>
        </Fragment>
      ))}
    </div>
  );
}

/** Lay out a batch of rules from `rule` on, and then the others in small batches, so that a whole book does not block
 * the page. */
function layOut(page: HTMLElement | null, rule: string | null): () => void {
  const rules = [...(page?.querySelectorAll<HTMLElement>(".rule") ?? [])];
  const first = Math.max(
    0,
    rules.findIndex(({ dataset }) => dataset["rule"] === rule),
  );
  const waiting = [...rules.slice(first), ...rules.slice(0, first).reverse()].filter(({ dataset }) => dataset["laid"] === undefined);
  let timer = 0;
  const some = (): void => {
    for (const { dataset } of waiting.splice(0, AT_ONCE)) dataset["laid"] = "";
    if (waiting.length > 0) timer = setTimeout(some, PAUSE_MS);
  };
  some();
  return () => clearTimeout(timer);
}

function heading({ title, text, first }: Chapter) {
  return (
    <div key={first} class="chapter">
      <h3>{title}</h3>
      <Prose text={text} />
    </div>
  );
}

function matches(rule: Rule, sought: string): boolean {
  const plain = (text: string): string => text.normalize("NFKC").toLowerCase();
  const text = plain(`${rule.id} ${rule.title} ${rule.text}`);
  return plain(sought)
    .split(/\s+/)
    .every((word) => text.includes(word));
}
