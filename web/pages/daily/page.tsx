/** The page of the daily deals: the games of a day, and a calendar of what the reader has played. */
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { screens } from "screens";
import { Failure } from "../../net/api";
import { failureText } from "../../state/refusals";
import { Heading } from "../../ui/heading";
import { Languages } from "../../ui/language_choice";
import { HomeLink } from "../../ui/logo";
import { lang, t as shell } from "../../i18n/language";
import { myName } from "../../i18n/names";
import { go, tablePath } from "../../state/routes";
import type { DailyDeal, DailyDeals } from "../../net/types.gen";
import { dealsOf } from "../../net/daily";
import { newDaily } from "../../state/seat_access";
import { dealsPlayed, records, type DealRecord } from "../stats/records";
import { dayInFull, startOf, t } from "../words";
import { Calendar } from "./calendar";
import { Marks } from "./picture";

interface Props {
  /** The day in the address. */
  readonly named: string | undefined;
}

export function DailyPage({ named }: Props) {
  const deals = useSignal<DailyDeals | null>(null);
  const trouble = useSignal("");
  useEffect(() => {
    loadDeals(named).then(
      (found) => {
        deals.value = found;
        trouble.value = named === undefined ? "" : whyNone(named, found);
      },
      (failure: unknown) => (trouble.value = failureText(failure)),
    );
  }, [named]);
  document.title = `${t("daily")} · ${shell("name")}`;
  const found = deals.value;
  return (
    <div class="pages" data-testid="daily">
      <header class="masthead">
        <HomeLink />
        <Heading>{t("daily")}</Heading>
        <Languages />
      </header>
      <main key={lang.value}>
        <p class="note">{t("daily.about")}</p>
        {trouble.value && (
          <p key={trouble.value} class="trouble" role="alert" data-testid="trouble">
            {trouble.value}
          </p>
        )}
        {found && <Day deals={found} onTrouble={(text) => (trouble.value = text)} />}
        {found && <Calendar day={found.day} first={found.first} today={found.today} games={found.deals.length} />}
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

function Day({ deals: { day, deals }, onTrouble }: DayProps) {
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
  const played = dealsPlayed(records.value, day);
  const place = ({ game }: DailyDeal): number => screens[game]?.card.place ?? Infinity;
  return (
    <section aria-labelledby="day">
      <h2 id="day">{t("daily.of", { day: dayInFull(day) })}</h2>
      <ul class="deals">
        {[...deals].sort((one, other) => place(one) - place(other)).map((deal) => (
          <DealTile key={deal.game} deal={deal} made={played.get(deal.game)} busy={busy.value} onPlay={() => void play(deal.game)} />
        ))}
      </ul>
      {played.size > 0 && <p class="note">{t("daily.first")}</p>}
    </section>
  );
}

interface TileProps {
  readonly deal: DailyDeal;
  /** The reader's result, if they have played the deal. */
  readonly made: DealRecord | undefined;
  readonly busy: boolean;
  readonly onPlay: () => void;
}

function DealTile({ deal: { game, bots }, made, busy, onPlay }: TileProps) {
  const title = screens[game]?.card.text().title;
  if (title === undefined) return null;
  const [level] = bots;
  return (
    <li class="deal" data-testid={`deal-${game}`} data-made={made?.against}>
      <h3 lang="en" id={`deal-${game}`}>
        {title}
      </h3>
      <p class="note">{level === undefined ? t("daily.alone") : t("daily.bots", { n: bots.length, level: shell(`level.${level}`) })}</p>
      {made && (
        <p class="made">
          <b>{t(`against.${made.against}` as "against.0")}</b>
          <Marks marks={made.marks} />
        </p>
      )}
      <button
        type="button"
        class={made ? "" : "primary"}
        data-testid={`play-${game}`}
        aria-describedby={`deal-${game}`}
        aria-disabled={busy}
        onClick={onPlay}
      >
        {t(made ? "daily.again" : "daily.play")}
      </button>
    </li>
  );
}
