/** The players as chips: token, name, counts, whose turn it is. */
import { listed, t } from "../language";
import { Stone, Token } from "../kit/seats";
import { Icon, type IconName } from "../kit/icons";
import type { Mark, Sitting } from "../room";
import { awayFor, standsIn } from "../seating/away";
import { nameAt } from "./people";
import type { Table } from "../table";

interface Props {
  readonly table: Table;
  readonly sitting: Sitting;
}

export function Chips({ table, sitting }: Props) {
  const toAct = table.shown.value?.toAct ?? [];
  const chairs = table.chairs.value;
  return (
    <ul class={`chips of-${chairs.length}`} aria-label={t("players")}>
      {chairs.map((chair, seat) => {
        const acting = toAct.includes(seat);
        const marks = sitting.marks(seat);
        const away = awayFor(table, seat);
        const waiting = acting && seat !== table.seat.value;
        return (
          <li
            key={seat}
            class={acting ? "chip acting" : "chip"}
            data-testid={`chip-${seat}`}
            data-seat={seat}
            aria-current={acting ? "true" : undefined}
          >
            <Token seat={seat} />
            <span class="chip-name">
              {nameAt(table, seat)}
              {waiting && away === null && <span class="dots" aria-hidden="true" />}
            </span>
            {standsIn(chair) ? (
              <Sign icon="bot" text={t("chair.stand-in")} />
            ) : (
              away !== null && <Sign icon="away" text={t("seating.away", { time: away })} />
            )}
            <span class="unseen">{listed(marks.map((mark) => mark.label))}</span>
            <span class="chip-marks" aria-hidden="true">
              {marks.map((mark) => (
                <Count key={mark.kind} mark={mark} seat={seat} />
              ))}
            </span>
          </li>
        );
      })}
    </ul>
  );
}

function Sign({ icon, text }: { readonly icon: IconName; readonly text: string }) {
  return (
    <span class="chip-away" title={text}>
      <Icon name={icon} />
      <span class="unseen">{text}</span>
    </span>
  );
}

function Count({ mark, seat }: { readonly mark: Mark; readonly seat: number }) {
  return (
    <span class={`count-${mark.kind}`}>
      {mark.kind === "stones" && <Stone seat={seat} />}
      {mark.kind === "cards" && <span class="card-back" />}
      <b>{mark.count}</b>
    </span>
  );
}
