/** The results of a day as rows of signs, to share. */
import { screens } from "screens";
import type { DealRecord } from "../stats/records";
import { t } from "../words";
import { Marks } from "./picture";
import { Share } from "./share";
import { sharedText } from "./signs";

interface Props {
  readonly day: string;
  /** The first result of each game played. */
  readonly played: readonly (readonly [game: string, deal: DealRecord])[];
}

export function DaySigns({ day, played }: Props) {
  const rows = played.map(([game, deal]) => [screens[game]?.card.text().title ?? game, deal] as const);
  return (
    <section class="day-signs" aria-labelledby="day-signs">
      <h2 id="day-signs">
        {t("signs")} <small>{t("signs.note")}</small>
      </h2>
      <ul>
        {rows.map(([title, deal]) => (
          <li key={title}>
            <span lang="en">{title}</span> <Marks marks={deal.marks} />
            {deal.against >= 0 && <b aria-hidden="true">★</b>}
          </li>
        ))}
      </ul>
      <Share name="day" text={sharedText(day, rows)} />
    </section>
  );
}
