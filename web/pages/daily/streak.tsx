/** The number of consecutive days with a played deal, and the current week. */
import { Icon } from "../../ui/icons";
import { dealsPlayed, records } from "../stats/records";
import { deals } from "../stats/totals";
import { DAY_MS, dayInFull, nameOf, startOf, t, weekdayLetter } from "../words";

interface Props {
  readonly today: string;
  /** The number of deals per day. */
  readonly games: number;
}

/** Return the days of a day's week, from Monday. */
function weekOf(day: string): readonly string[] {
  const at = startOf(day);
  const monday = at - ((new Date(at).getUTCDay() + 6) % 7) * DAY_MS;
  return Array.from({ length: 7 }, (_, after) => nameOf(monday + after * DAY_MS));
}

export function Streak({ today, games }: Props) {
  const { row } = deals(records.value, today);
  return (
    <section class="streak" aria-labelledby="streak">
      <h2 id="streak" class={row > 0 ? "" : "none"} data-testid="streak">
        <svg class="flame" viewBox="0 0 24 28" aria-hidden="true">
          <path class={row > 0 ? "lit" : ""} d="M12 1.5c1 5 7.5 8 7.5 15.5a7.5 7.5 0 0 1-15 0c0-3 1.5-5.5 3-7 .2 2 1 3.2 2 3.5C9.5 9.500 10 5 12 1.5z" />
        </svg>
        <span key={row}>{row > 0 ? t("streak", { n: row }) : t("streak.none")}</span>
      </h2>
      <ol class="week" aria-label={t("week")}>
        {weekOf(today).map((day) => {
          const n = dealsPlayed(records.value, day).size;
          return (
            <li key={day} class={day === today ? "day now" : day > today ? "day ahead" : "day"} aria-current={day === today ? "date" : undefined}>
              <span class="unseen">{t("calendar.day", { day: dayInFull(day), n, of: games })}</span>
              <span aria-hidden="true">{weekdayLetter(day)}</span>
              <b class={n > 0 ? "played" : ""} aria-hidden="true">
                {n > 0 && <Icon name="check" />}
              </b>
            </li>
          );
        })}
      </ol>
    </section>
  );
}
