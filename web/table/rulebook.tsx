/** The rulebook in the reader's language, opened at a rule, with a search. */
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { rulebook, rulesPath, type Rulebook } from "../net/rulebook";
import { lang, t } from "../i18n/language";
import { PREFIX } from "../platform/site";
import type { SheetProps } from "../ui/open_sheet";
import { Search } from "../ui/search";
import { Glance } from "./guide/glance";
import { Guides } from "./guide/guides";
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
  const [found, setFound] = useState(true);
  const text = useRef<HTMLDivElement>(null);
  const language = lang.value;
  useEffect(() => {
    rulebook(game, language).then(setBook, () => setBook("missing"));
  }, [game, language]);
  useLayoutEffect(() => setFound(showMatching(text.current, sought)), [book, sought]);
  // This runs before the book is drawn, so that rules outside the screen are not laid out.
  useLayoutEffect(() => {
    const cited = rule === null ? null : text.current?.querySelector(`#${rule}`);
    cited?.classList.add("here");
    cited?.scrollIntoView({ block: "start" });
    return () => cited?.classList.remove("here");
  }, [rule, book]);
  useEffect(() => layOut(text.current, rule), [rule, book]);
  if (book === null) return <p class="note">{t("loading")}</p>;
  if (book === "missing") return <p key="missing" class="trouble">{say("rules.missing")}</p>;
  const whole = sought.trim() === "";
  return (
    <div key={language} class="rulebook" translate>
      <Search label={say("rules.search")} value={sought} onSearch={setSought} />
      {!found && <p class="note">{say("rules.none")}</p>}
      {whole && book.glance && <Glance game={game} glance={book.glance} />}
      {whole && <Guides game={game} look="button to-guide" />}
      {whole && (
        <a class="other-guide" data-testid="rules-page" href={PREFIX + rulesPath(game, language)} target="_blank">
          {say("rules.page")}
        </a>
      )}
      <div class="rules-text" ref={text} onClick={follow} dangerouslySetInnerHTML={book.text} />
    </div>
  );
}

/** Show another rule without a change of the address, which belongs to the page. */
function follow(event: MouseEvent & { readonly currentTarget: HTMLElement }): void {
  const link = event.target instanceof Element ? event.target.closest("a")?.getAttribute("href") : null;
  if (!link?.startsWith("#")) return;
  event.preventDefault();
  event.currentTarget.querySelector(link)?.scrollIntoView({ block: "start" });
}

/** Lay out a batch of rules from `rule` on, and then the others in small batches, so that a whole book does not block
 * the page. */
function layOut(text: HTMLElement | null, rule: string | null): () => void {
  const rules = [...(text?.querySelectorAll<HTMLElement>(".rule") ?? [])];
  const first = Math.max(
    0,
    rules.findIndex(({ id }) => id === rule),
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

/** Show only rules with these words, or everything if there are none. Returns whether anything is shown. */
function showMatching(text: HTMLElement | null, sought: string): boolean {
  const words = plain(sought).split(/\s+/).filter(Boolean);
  const parts = [...(text?.children ?? [])] as HTMLElement[];
  for (const part of parts) {
    const own = plain(part.textContent ?? "");
    part.hidden = words.length > 0 && !(part.matches(".rule") && words.every((word) => own.includes(word)));
  }
  return parts.some(({ hidden }) => !hidden);
}

const plain = (text: string): string => text.normalize("NFKC").toLowerCase();
