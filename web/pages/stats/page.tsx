/** Personal statistics, with export to and import from a file. */
import { useSignal } from "@preact/signals";
import { books } from "books";
import { screens } from "screens";
import { announce } from "../../ui/announcements";
import { Icon } from "../../ui/icons";
import { Heading } from "../../ui/heading";
import { Link } from "../../ui/link";
import { Languages } from "../../ui/language_choice";
import { HomeLink } from "../../ui/logo";
import { lang, t as shell } from "../../i18n/language";
import { LEVELS } from "../../state/bot_levels";
import { nameOf, t } from "../words";
import { add, forgetAll, records, recordsIn, type GameRecord } from "./records";
import { best, companyOf, deals, inARow, mean, tally, type Company } from "./totals";
import { wallTime } from "../../platform/clock";

/** The maximum size of a file. */
const MOST_BYTES = 4_000_000;

export function MinePage() {
  document.title = `${t("mine")} · ${shell("name")}`;
  const all = records.value;
  const games = Object.keys(screens).filter((game) => all.some((each) => each.game === game));
  return (
    <div class="pages" data-testid="mine">
      <header class="masthead">
        <HomeLink />
        <Heading>{t("mine")}</Heading>
        <Languages />
      </header>
      <main key={lang.value}>
        <p class="note">{t("mine.about")}</p>
        {all.length === 0 && <p data-testid="mine-none">{t("mine.none")}</p>}
        <ul key={all.length} class="own-games">
          {games.map((game) => (
            <OwnGame key={game} game={game} games={all.filter((each) => each.game === game)} />
          ))}
        </ul>
        <OwnDeals all={all} />
        <OwnFile all={all} />
      </main>
    </div>
  );
}

const COMPANIES: readonly Company[] = [...LEVELS, "mixed", "people", "alone"];

/** Describe the other players. In a game without scores, all win or lose together. */
function companyText(company: Company, together: boolean): string {
  if (company === "people" || company === "alone" || company === "mixed") return t(`mine.${company}`);
  return t(together ? "mine.together" : "mine.level", { level: shell(`level.${company}`) });
}

function OwnGame({ game, games }: { readonly game: string; readonly games: readonly GameRecord[] }) {
  const together = games.every(({ score }) => score === null);
  const contests = games.filter(({ seats }) => seats > 1);
  const row = inARow(contests);
  const [most, average] = [best(games), mean(games)];
  const lines = COMPANIES.map((company) => ({ company, of: tally(games.filter((each) => companyOf(each) === company)) })).filter(({ of }) => of.n > 0);
  return (
    <li class="own-game" data-testid={`own-${game}`}>
      <h2 lang="en">{screens[game]?.card.text().title}</h2>
      <p>{contests.length > 0 ? t("mine.played", { ...tally(contests), n: games.length }) : t("mine.games", { n: games.length })}</p>
      <dl>
        {lines.map(({ company, of }) => (
          <Line key={company} name={companyText(company, together)} value={t(company === "alone" ? "mine.games" : "mine.won", { ...of })} />
        ))}
        {most !== null && <Line name={t("mine.best")} value={String(most)} />}
        {average !== null && <Line name={t("mine.mean")} value={new Intl.NumberFormat(lang.value, { maximumFractionDigits: 1 }).format(average)} />}
        {contests.length > 0 && <Line name={t("mine.row")} value={String(row.now)} />}
        {contests.length > 0 && <Line name={t("mine.longest")} value={String(row.most)} />}
      </dl>
      {books[game] && (
        <Link to={`/book/${game}`} look="button" testid={`book-${game}`}>
          {t("mine.book")}
        </Link>
      )}
    </li>
  );
}

function Line({ name, value }: { readonly name: string; readonly value: string }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </>
  );
}

function OwnDeals({ all }: { readonly all: readonly GameRecord[] }) {
  const { n, won, row } = deals(all, nameOf(wallTime()));
  return (
    <section class="own-deals" aria-labelledby="own-deals">
      <h2 id="own-deals">{t("mine.deals")}</h2>
      {n > 0 && (
        <dl key={all.length}>
          <Line name={t("mine.deals.played")} value={String(n)} />
          <Line name={t("mine.deals.par")} value={String(won)} />
          <Line name={t("mine.deals.row")} value={String(row)} />
        </dl>
      )}
      <p>
        <Link to="/daily" look="button" testid="to-daily">
          {t("mine.daily")}
        </Link>
      </p>
    </section>
  );
}

function OwnFile({ all }: { readonly all: readonly GameRecord[] }) {
  const said = useSignal("");
  const sure = useSignal(false);
  const say = (text: string): void => {
    said.value = text;
    announce("now", text);
  };
  const save = (): void => {
    const way = document.createElement("a");
    way.href = URL.createObjectURL(new Blob([JSON.stringify(all)], { type: "application/json" }));
    way.download = `chabudai-games-${nameOf(wallTime())}.json`;
    way.click();
    URL.revokeObjectURL(way.href);
  };
  const load = async (file: File | undefined): Promise<void> => {
    if (file === undefined) return;
    if (file.size > MOST_BYTES) {
      say(t("mine.large"));
      return;
    }
    const text = await file.text().catch(() => null);
    if (text === null) {
      say(t("mine.unreadable"));
      return;
    }
    const found = recordsIn(text);
    say(found === null ? t("mine.bad") : t("mine.loaded", { n: add(found) }));
  };
  return (
    <section aria-labelledby="own-file">
      <h2 id="own-file">{t("mine.file")}</h2>
      <div class="own-file">
        <button type="button" data-testid="mine-save" aria-disabled={all.length === 0} onClick={() => all.length > 0 && save()}>
          <Icon name="save" />
          {t("mine.save")}
        </button>
        <label class="button">
          <Icon name="folder" />
          {t("mine.load")}
          <input
            type="file"
            accept="application/json,.json"
            data-testid="mine-load"
            onChange={({ currentTarget }) => {
              void load(currentTarget.files?.[0]);
              currentTarget.value = "";
            }}
          />
        </label>
        {all.length > 0 && !sure.value && (
          <button type="button" class="plain" data-testid="mine-forget" onClick={() => (sure.value = true)}>
            {t("mine.forget")}
          </button>
        )}
      </div>
      {sure.value && (
        <div class="own-file" role="group" aria-label={t("mine.sure", { n: all.length })}>
          <p>{t("mine.sure", { n: all.length })}</p>
          <button
            type="button"
            data-testid="mine-forget-all"
            onClick={() => {
              forgetAll();
              sure.value = false;
            }}
          >
            {t("mine.forget")}
          </button>
          <button type="button" class="primary" onClick={() => (sure.value = false)}>
            {t("mine.keep")}
          </button>
        </div>
      )}
      {said.value && (
        <p key={said.value} class="note" data-testid="mine-said">
          {said.value}
        </p>
      )}
    </section>
  );
}
