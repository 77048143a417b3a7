/** The seats around the table, and their players. */
import { lang, t } from "../i18n/language";
import { apart } from "../i18n/names";
import { Face } from "../ui/face";
import { announce } from "../ui/announcements";
import { Icon } from "../ui/icons";
import { Mark, Token } from "../ui/tokens";
import { letterOf } from "../state/looks";
import { hasRoom, takenSeats } from "../state/room";
import { go } from "../state/routes";
import { Another } from "../table/party/again";
import { MyName } from "../table/seating/naming";
import { Seatless } from "../table/seating/removal";
import { Changeovers, Requests } from "../table/seating/requests";
import { Sure } from "../table/seating/sure";
import { person } from "../table/seating/people";
import { said } from "../table/seating/words";
import { AddPlayer, hereNote, isHere, RemovePlayer } from "../table/sharing/add_player";
import { isLevel, LEVELS, STAND_IN } from "../state/bot_levels";
import type { GameScreen } from "../state/game_screen";
import type { Table } from "../state/table";
import type { Chair, Level, Lobby } from "../net/types.gen";
import { say } from "./words";

interface Props {
  readonly table: Table;
  readonly lobby: Lobby;
}

export function Chairs({ table, lobby, screen }: Props & { readonly screen: GameScreen }) {
  const host = table.hello.value?.host === true;
  const taken = takenSeats(lobby).map((seat) => [seat, lobby.chairs[seat] as Chair] as const);
  return (
    <section class="chairs panel" aria-labelledby="chairs-title">
      <h2 id="chairs-title">{say("chairs.title")}</h2>
      <RoundTable seats={taken.map(([seat]) => seat)} me={table.seat.value} />
      <ol class="chair-list">
        {taken.map(([seat, chair]) => (
          <li key={seat} class={`chair ${chair.kind}`} data-testid={`chair-${seat}`}>
            <Token seat={seat} />
            {chair.face !== null && <Face face={chair.face} />}
            <Who table={table} chair={chair} seat={seat} />
            {isHere(table, seat) && <RemovePlayer table={table} seat={seat} />}
            {host && seat !== table.seat.value && !isHere(table, seat) && <Place table={table} chair={chair} seat={seat} />}
            {chair.style[lang.value] && <small class="style">{chair.style[lang.value]}</small>}
          </li>
        ))}
      </ol>
      {hasRoom(lobby) && <Further table={table} lobby={lobby} />}
      <AddPlayer table={table} screen={screen} />
      <Seatless table={table} />
      <div class="door">
        <Requests table={table} />
      </div>
      <div class="door">
        <Changeovers table={table} />
      </div>
      <div class="door">
        {host && lobby.next === null && lobby.party !== null && <Another party={lobby.party} text={say("other")} />}
        {table.seat.value !== null && (host ? <LeaveAsHost table={table} /> : <Leave table={table} />)}
      </div>
    </section>
  );
}

function Leave({ table }: { readonly table: Table }) {
  return (
    <button type="button" class="plain" data-testid="leave" onClick={() => void leave(table)}>
      <Icon name="back" />
      {t("leave")}
    </button>
  );
}

/** The host is asked first, since another guest becomes the host. */
function LeaveAsHost({ table }: { readonly table: Table }) {
  return (
    <Sure testid="leave" label={t("leave")} ask={say("leave.ask")} sure={say("leave.sure")} act={() => void leave(table)}>
      <Icon name="back" />
      {t("leave")}
    </Sure>
  );
}

/** Give up the reader's seat permanently. */
async function leave(table: Table): Promise<void> {
  if (await table.request({ type: "leave" })) go("/");
}

/** Ways to add players: by the link, or bots that the host adds. */
function Further({ table, lobby }: Props) {
  const free = lobby.chairs.findIndex((chair) => chair.kind === "open");
  const seat = free < 0 ? lobby.chairs.length : free;
  return (
    <div class="further">
      <p class="note">{say("chairs.further")}</p>
      {table.hello.value?.host && (
        <button
          type="button"
          data-testid="add-bot"
          onClick={() => table.send({ type: "seat-bot", seat, level: STAND_IN })}
        >
          {say("chairs.bot")}
        </button>
      )}
    </div>
  );
}

function RoundTable({ seats, me }: { readonly seats: readonly number[]; readonly me: number | null }) {
  return (
    <svg class="round-table" viewBox="-150 -92 300 184" aria-hidden="true">
      <g class="outline">
        <ellipse cy="7" rx="92" ry="50" class="fill-leg" />
        <ellipse rx="92" ry="50" class="fill-wood" />
        <ellipse rx="70" ry="37" class="grain" />
        <ellipse rx="44" ry="22" class="grain" />
        <ellipse rx="18" ry="8" class="grain" />
      </g>
      {seats.map((seat, at) => {
        // The reader's own seat is at the bottom; the others follow clockwise.
        const turn = ((at - Math.max(0, seats.indexOf(me ?? -1))) * 2 * Math.PI) / seats.length + Math.PI / 2;
        const place = `translate(${(122 * Math.cos(turn)).toFixed(1)} ${(70 * Math.sin(turn)).toFixed(1)})`;
        return (
          <g key={seat} transform={place}>
            <circle r="19" class="cushion" />
            <Mark seat={seat} />
          </g>
        );
      })}
    </svg>
  );
}

function Who({ table, chair, seat }: { readonly table: Table; readonly chair: Chair; readonly seat: number }) {
  if (seat === table.seat.value) return <MyName table={table} />;
  const notes = [
    chair.kind === "bot" && chair.level && said("chair.bot", { level: t(`level.${chair.level}`) }),
    chair.kind === "guest" && seat === table.lobby.value?.host && said("chair.host"),
    hereNote(table, seat),
    typeof table.gone.value[seat] === "number" && t("chair.away"),
  ];
  return (
    <span class="who">
      <b>{chair.name}</b>
      <small>{notes.filter(Boolean).join(" · ")}</small>
    </span>
  );
}

/** The host's actions for a seat: change a bot's level, and remove a bot or a guest. */
function Place({ table, chair, seat }: { readonly table: Table; readonly chair: Chair; readonly seat: number }) {
  const free = (): void => table.send({ type: "vacate", seat });
  const name = person(chair.name);
  if (chair.kind === "guest") {
    return (
      <Sure
        testid={`remove-${seat}`}
        label={say("chair.free", { name })}
        ask={said("seating.hand-on.ask", { name })}
        sure={said("seating.hand-on.sure", { name })}
        act={() => {
          free();
          announce("now", said("removed", { name }));
        }}
      >
        <Icon name="close" />
      </Sure>
    );
  }
  return (
    <span class="bot-actions">
      <select
        data-testid={`bot-${seat}`}
        aria-label={say("chair.who", { seat: letterOf(seat) })}
        value={chair.level ?? ""}
        onChange={({ currentTarget: { value } }) => {
          if (isLevel(value)) table.send({ type: "seat-bot", seat, level: value });
        }}
      >
        {LEVELS.map((level: Level) => (
          <option key={level} value={level}>
            {said("chair.bot", { level: t(`level.${level}`) })}
          </option>
        ))}
      </select>
      <button
        type="button"
        class="plain"
        data-testid={`remove-${seat}`}
        aria-label={say("chair.free", { name: apart(chair.name) })}
        onClick={free}
      >
        <Icon name="close" />
      </button>
    </span>
  );
}
