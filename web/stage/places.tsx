/** The players around the table: each on a cushion, with their last action and the things in front of them. On a small
 * screen the cushions are chips in a row. */
import { Icon, type IconName } from "../ui/icons";
import { faces } from "../ui/lazy_face";
import { Stone, Token } from "../ui/tokens";
import { lookOf } from "../state/looks";
import { listed, t } from "../i18n/language";
import { nameAt } from "../state/player_names";
import type { Mark, Sitting } from "../state/game_screen";
import { awayNote, standsIn } from "../state/absence";
import type { Table } from "../state/table";
import { clockwise, others, placesFor } from "./seating_plan";
import { lastToMove } from "./last_action";
import { Lamp } from "./wood";

/** The parts of a game that are drawn at the places around a table. */
export interface Seated extends Pick<Sitting, "marks" | "middle" | "state" | "did" | "Before"> {
  /** Returns the places of all seats, if they are not those of a reader's table. */
  readonly placed?: typeof placesFor;
}

export interface Props<S = Seated> {
  readonly table: Table;
  readonly sitting: S;
  /** Whether the table is drawn with the players around it. */
  readonly laid: boolean;
  /** The winning seats, once the game is over. */
  readonly won?: readonly number[];
}

export function Places({ table, sitting, laid, won = [] }: Props) {
  const seats = table.chairs.value.length;
  const mine = table.seat.value;
  const order = clockwise(seats, laid ? mine : null);
  const places = (sitting.placed ?? placesFor)(others(seats, mine), sitting.middle ?? "wide");
  const first = mine === null ? 0 : 1;
  const newest = laid ? lastToMove(table.story.value) : null;
  return (
    <ul class={laid ? "chips" : `chips row of-${seats}`} aria-label={t("players")} data-stops>
      {order.map((seat, at) => {
        const place = places[at - first];
        return (
          <li key={seat} class={`place ${place?.side ?? "own"}`} style={laid ? { gridArea: place?.area } : undefined}>
            <Cushion table={table} sitting={sitting} seat={seat} laid={laid} won={won.includes(seat)} />
            {laid && <Before table={table} sitting={sitting} seat={seat} newest={seat === newest} />}
          </li>
        );
      })}
    </ul>
  );
}

interface BeforeProps {
  readonly table: Table;
  readonly sitting: Seated;
  readonly seat: number;
  /** Whether this seat made the latest move. */
  readonly newest: boolean;
}

/** The last action of another seat, and the things in front of it. */
function Before({ table, sitting, seat, newest }: BeforeProps) {
  const mute = table.lobby.value?.silent || seat === table.seat.value;
  const did = mute ? undefined : sitting.did?.(seat);
  return (
    <>
      {did !== undefined && (
        <p class={`bubble${did === "" ? " empty" : newest ? " newest" : ""}`} aria-hidden="true">
          <span>{did}</span>
        </p>
      )}
      {sitting.Before && (
        <div class="before">
          <sitting.Before seat={seat} />
        </div>
      )}
    </>
  );
}

interface CushionProps {
  readonly table: Table;
  readonly sitting: Seated;
  readonly seat: number;
  readonly laid: boolean;
  readonly won: boolean;
}

function Cushion({ table, sitting, seat, laid, won }: CushionProps) {
  const acting = table.shown.value?.toAct.includes(seat) ?? false;
  const marks = sitting.marks(seat);
  const away = awayNote(table, seat);
  const waiting = acting && seat !== table.seat.value;
  const face = table.chairs.value[seat]?.face ?? null;
  const { Face, syllables } = faces.value ?? {};
  const name = nameAt(table, seat);
  return (
    <div
      class={`chip tint-${lookOf(seat)}${acting ? " acting" : won ? " won" : ""}`}
      data-testid={`chip-${seat}`}
      data-seat={seat}
      aria-current={acting ? "true" : undefined}
    >
      {laid && face !== null && Face && <Face face={face} />}
      <Token seat={seat} />
      <span class="chip-name" dir="auto">
        {syllables?.(name).map((part) => [part, <wbr />]) ?? name}
        {waiting && away === null && <span class="dots" aria-hidden="true" />}
      </span>
      {standsIn(table.chairs.value[seat]) ? (
        <Sign icon="bot" text={t("chair.stand-in")} short={t("chair.away")} />
      ) : (
        away !== null && <Sign icon="away" text={away} short={t("chair.away")} />
      )}
      <span class="unseen">{listed(marks.map((mark) => mark.label))}</span>
      <span class="chip-marks" aria-hidden="true">
        {marks.map((mark) => (
          <Count key={mark.kind} mark={mark} seat={seat} />
        ))}
      </span>
      {laid && (
        <span class="chip-state" aria-hidden="true">
          {stateOf(table, sitting, seat)}
        </span>
      )}
      {laid && acting && <Lamp />}
      {won && (
        <span class="crown">
          <Icon name="crown" />
        </span>
      )}
    </div>
  );
}

/** Return a seat's state in a few words. For screen readers, the rest of its cushion has the same information. */
function stateOf(table: Table, sitting: Seated, seat: number): string {
  const away = awayNote(table, seat);
  if (standsIn(table.chairs.value[seat])) return t("state.stand-in");
  if (away !== null) return away;
  if (table.shown.value?.toAct.includes(seat)) return t(seat === table.seat.value ? "state.yours" : "state.thinks");
  return sitting.state?.(seat) ?? "";
}

interface SignProps {
  readonly icon: IconName;
  readonly text: string;
  /** A shorter text for narrow spaces. */
  readonly short: string;
}

function Sign({ icon, text, short }: SignProps) {
  return (
    <span class="chip-away" title={text}>
      <Icon name={icon} />
      <small aria-hidden="true">{short}</small>
      <span class="unseen">{text}</span>
    </span>
  );
}

function Count({ mark, seat }: { readonly mark: Mark; readonly seat: number }) {
  return (
    <span class={`count-${mark.kind}`}>
      {mark.kind === "stones" && <Stone seat={seat} />}
      {mark.kind === "cards" && <span class="hand-mark" />}
      <b>{mark.count}</b>
    </span>
  );
}
