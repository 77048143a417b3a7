/** A month of days, each with the deals that the reader has played. */
import { useState } from "preact/hooks";
import { Icon } from "../../ui/icons";
import { Link } from "../../ui/link";
import { dealsPlayed, records } from "../stats/records";
import { DAY_MS, dayInFull, monthInFull, nameOf, startOf, t, weekday } from "../words";

interface Props {
  /** The day whose deals are shown, the first day with deals, and today: YYYY-MM-DD. */
  readonly day: string;
  readonly first: string;
  readonly today: string;
  /** The number of deals per day. */
  readonly games: number;
}

/** Return the first day of the month that is `after` months later than the month of `day`. */
function month(day: string, after: number): string {
  const at = new Date(startOf(`${day.slice(0, 7)}-01`));
  at.setUTCMonth(at.getUTCMonth() + after);
  return nameOf(at.getTime());
}

/** Return the days of a month, preceded by null for each earlier day of its first week. */
function placesOf(first: string): readonly (string | null)[] {
  const [start, end] = [startOf(first), startOf(month(first, 1))];
  const before = (new Date(start).getUTCDay() + 6) % 7;
  return [
    ...Array<null>(before).fill(null),
    ...Array.from({ length: Math.round((end - start) / DAY_MS) }, (_, at) => nameOf(start + at * DAY_MS)),
  ];
}

export function Calendar({ day, first, today, games }: Props) {
  const [shown, setShown] = useState(month(day, 0));
  const places = placesOf(shown);
  const weeks = Array.from({ length: Math.ceil(places.length / 7) }, (_, at) => places.slice(7 * at, 7 * at + 7));
  // A Monday, and the six days after it.
  const names = Array.from({ length: 7 }, (_, at) => weekday(nameOf(startOf("2026-01-05") + at * DAY_MS)));
  const step = (by: 1 | -1, label: string, within: boolean) => (
    <button type="button" class="plain" aria-label={label} aria-disabled={!within} onClick={() => within && setShown(month(shown, by))}>
      <Icon name="back" />
    </button>
  );
  return (
    <section class="calendar" aria-labelledby="calendar">
      <h2 id="calendar">{t("calendar")}</h2>
      <div class="calendar-month">
        {step(-1, t("calendar.before"), shown > first)}
        <b aria-live="polite">
          <span key={shown}>{monthInFull(shown)}</span>
        </b>
        <span class="onward">{step(1, t("calendar.after"), month(shown, 1) <= today)}</span>
      </div>
      <table>
        <thead>
          <tr>
            {names.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week) => (
            <tr key={week.find((each) => each !== null)}>
              {week.map((each, at) => (
                <td key={at}>{each !== null && <Place day={each} shown={each === day} open={each >= first && each <= today} games={games} />}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

interface PlaceProps {
  readonly day: string;
  readonly shown: boolean;
  /** Whether the day has deals that can be played. */
  readonly open: boolean;
  readonly games: number;
}

function Place({ day, shown, open, games }: PlaceProps) {
  const number = Number(day.slice(8));
  if (!open) return <span class="closed">{number}</span>;
  const made = [...dealsPlayed(records.value, day).values()];
  return (
    <Link to={`/daily/${day}`} look={shown ? "place shown" : "place"} label={t("calendar.day", { day: dayInFull(day), n: made.length, of: games })} testid={`day-${day}`}>
      {number}
      <span class="deal-marks" aria-hidden="true">
        {made.map(({ against }, at) => (
          <i key={at} class={against < 0 ? "under" : "par"} />
        ))}
      </span>
    </Link>
  );
}
