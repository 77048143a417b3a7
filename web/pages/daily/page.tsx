/** The page of the daily deals: the games of a day, and a calendar of what the reader has played. */
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { screens } from "screens";
import { Failure } from "../../net/api";
import { failureText } from "../../state/refusals";
import { Heading } from "../../ui/heading";
import { Link } from "../../ui/link";
import { Languages } from "../../ui/language_choice";
import { HomeLink } from "../../ui/logo";
import { lang, t as shell } from "../../i18n/language";
import { myName } from "../../i18n/names";
import { go, tablePath } from "../../state/routes";
import type { DailyDeal, DailyDeals } from "../../net/types.gen";
import { dealsOf } from "../../net/daily";
import type { Pictures } from "../../state/landing_card";
import { newDaily } from "../../state/seat_access";
import { dealsPlayed, records, type PlayedDeal } from "../stats/records";
import { dayInFull, dayOfWeek, startOf, t } from "../words";
import { Calendar } from "./calendar";
import { Countdown } from "./countdown";
import { DaySigns } from "./day_signs";
import { DealTile } from "./deal_tile";
import { PuzzleTile } from "./puzzle";
import { Streak } from "./streak";

interface Props {
  /** The day in the address. */
  readonly named: string | undefined;
}

export function DailyPage({ named }: Props) {
  const deals = useSignal<DailyDeals | null>(null);
  const trouble = useSignal("");
  const load = (): void =>
    void loadDeals(named).then(
      (found) => {
        deals.value = found;
        trouble.value = named === undefined ? "" : whyNone(named, found);
      },
      (failure: unknown) => (trouble.value = failureText(failure)),
    );
  useEffect(load, [named]);
  const found = deals.value;
  const title = found === null || found.day === found.today ? t("daily") : t("daily.of", { day: dayInFull(found.day) });
  document.title = `${title} · ${shell("name")}`;
  return (
    <div class="pages" data-testid="daily">
      <header class="masthead">
        <HomeLink />
        <Heading>
          <span>{title}</span> {found?.day === found?.today && found && <small>{dayOfWeek(found.day)}</small>}
        </Heading>
        <Languages />
      </header>
      <main key={lang.value} class="today">
        {trouble.value && (
          <p key={trouble.value} class="trouble" role="alert" data-testid="trouble">
            {trouble.value}
          </p>
        )}
        {found && (
          <>
            <Streak today={found.today} games={found.deals.length} />
            <Day deals={found} onTrouble={(text) => (trouble.value = text)} />
            {found.day === found.today && <PuzzleTile />}
            <Countdown today={found.today} onNew={load} />
            <Calendar day={found.day} first={found.first} today={found.today} games={found.deals.length} />
          </>
        )}
      </main>
    </div>
  );
}

/** Load the deals of the day if it has any, otherwise those of today. */
async function loadDeals(named: string | undefined): Promise<DailyDeals> {
  const today = await dealsOf();
  return named === undefined || named === today.day || whyNone(named, today) !== "" ? today : dealsOf(named);
}

/** Return the reason why a day has no deals, or an empty string if it has. */
function whyNone(day: string, { first, today }: DailyDeals): string {
  if (Number.isNaN(startOf(day))) return t("daily.none", { day: day.slice(0, 40) });
  if (day > today) return t("daily.ahead", { day: dayInFull(day) });
  return day < first ? t("daily.before", { day: dayInFull(first) }) : "";
}

interface DayProps {
  readonly deals: DailyDeals;
  readonly onTrouble: (text: string) => void;
}

function Day({ deals: { day, today, deals }, onTrouble }: DayProps) {
  const busy = useSignal(false);
  const play = async (game: string): Promise<void> => {
    if (busy.value) return;
    busy.value = true;
    try {
      go(tablePath((await newDaily({ game, name: myName(), day })).table));
    } catch (failure) {
      if (!(failure instanceof Failure)) throw failure;
      onTrouble(failureText(failure));
    } finally {
      busy.value = false;
    }
  };
  const art = useSignal<Readonly<Partial<Record<string, Pictures>>>>({});
  useEffect(() => void import("pictures").then(({ pictures }) => (art.value = pictures)), []);
  const played = dealsPlayed(records.value, day);
  const place = ({ game }: DailyDeal): number => screens[game]?.card.place ?? Infinity;
  const sorted = [...deals].sort((one, other) => place(one) - place(other));
  return (
    <>
      <section class="day-deals" aria-label={t("daily.of", { day: dayInFull(day) })}>
        <p class="note">{t("daily.about")}</p>
        {day !== today && (
          <p>
            <Link to="/daily" look="button" testid="to-today">
              {t("mine.daily")}
            </Link>
          </p>
        )}
        <ul class="deals">
          {sorted.map((deal) => (
            <DealTile
              key={deal.game}
              deal={deal}
              Art={art.value[deal.game]?.Art}
              made={played.get(deal.game)}
              busy={busy.value}
              onPlay={() => void play(deal.game)}
            />
          ))}
        </ul>
        {played.size > 0 && <p class="note">{t("daily.first")}</p>}
      </section>
      {played.size > 0 && <DaySigns day={day} played={sorted.flatMap(({ game }) => entryOf(played, game))} />}
    </>
  );
}

/** Return the game and its result, if it has one. */
function entryOf(played: ReadonlyMap<string, PlayedDeal>, game: string): readonly (readonly [string, PlayedDeal])[] {
  const made = played.get(game);
  return made ? [[game, made]] : [];
}
