/** The sheet with the players and their seats, and the changes that the host can make during the game. */
import { lang, t } from "../../i18n/language";
import { Face } from "../../ui/face";
import { Token } from "../../ui/tokens";
import { nameAt } from "../../state/player_names";
import { close, sheet } from "../../ui/open_sheet";
import { isLevel, LEVELS, STAND_IN } from "../../state/bot_levels";
import type { GameScreen } from "../../state/game_screen";
import type { Table } from "../../state/table";
import type { Chair, Lobby } from "../../net/types.gen";
import { hasRoom } from "../../state/room";
import { awayFor, awayNote, standsIn } from "../../state/absence";
import { Seatless } from "./removal";
import { Changeover } from "./requests";
import { Sure } from "./sure";
import { Mute } from "../talk/mute";
import { Watching } from "../watching/watching";
import { AddPlayer } from "../sharing/add_player";
import { person } from "./people";
import { said } from "./words";

export function Seating({ table, screen }: { readonly table: Table; readonly screen: GameScreen }) {
  const lobby = table.lobby.value;
  const hello = table.hello.value;
  if (lobby === null || hello === null) return null;
  const playing = lobby.status === "playing";
  const host = hello.host && playing;
  const alone = lobby.chairs.filter(({ kind }) => kind === "guest").length === 1;
  const end = (): void => {
    close();
    table.send({ type: "end" });
  };
  return (
    <>
      <ol class="chair-list">
        {lobby.chairs.map((chair, seat) => (
          <li key={seat} class={`chair ${chair.kind}`} data-testid={`seat-${seat}`}>
            <Token seat={seat} />
            {chair.face !== null && <Face face={chair.face} />}
            <span class="who">
              <b>{nameAt(table, seat)}</b>
              <small>{stateOf(table, chair, seat)}</small>
            </span>
            <Actions table={table} chair={chair} seat={seat} />
            {chair.kind === "guest" && seat !== table.seat.value && <Mute table={table} seat={seat} />}
            {chair.style[lang.value] && <small class="style">{chair.style[lang.value]}</small>}
          </li>
        ))}
      </ol>
      <Seatless table={table} />
      {playing && <AddPlayer table={table} screen={screen} />}
      <Watching table={table} screen={screen} />
      {playing && <p class="note">{said(note(lobby, hello.host), { code: lobby.code ?? "–" })}</p>}
      {host && (
        <Sure testid="end" label={t("end")} sure={said(alone ? "end.alone" : "end.sure")} act={end} />
      )}
    </>
  );
}

const note = (lobby: Lobby, host: boolean) =>
  lobby.silent ? "seating.silent" : !host ? "seating.others" : hasRoom(lobby) ? "seating.host" : "seating.full";

function stateOf(table: Table, chair: Chair, seat: number): string {
  const level = chair.level && said("chair.bot", { level: t(`level.${chair.level}`) });
  if (chair.kind === "open") return said("seating.open");
  if (chair.kind === "bot") return level ?? "";
  if (standsIn(chair)) return said("seating.stand-in", { bot: level ?? "" });
  return awayNote(table, seat) ?? (seat === table.lobby.value?.host ? said("chair.host") : "");
}

interface SeatProps {
  readonly table: Table;
  readonly chair: Chair;
  readonly seat: number;
}

/** The reader's actions for a seat. */
function Actions(props: SeatProps) {
  const { table, chair, seat } = props;
  const lobby = table.lobby.value;
  const hello = table.hello.value;
  const changes = lobby?.status === "playing" && !lobby.silent && hello?.host === true && seat !== hello.seat;
  if (chair.kind !== "guest") return changes ? <Changes {...props} /> : null;
  return (
    <Changeover table={table} seat={seat}>
      {changes ? <Changes {...props} /> : seat === hello?.seat && <ChangeName />}
    </Changeover>
  );
}

function ChangeName() {
  return (
    <button type="button" data-testid="change-name" onClick={() => (sheet.value = { kind: "naming" })}>
      {said("name.change")}
    </button>
  );
}

/** The host's actions for a seat during play. */
function Changes({ table, chair, seat }: SeatProps) {
  const free = (): void => table.send({ type: "vacate", seat });
  const name = person(chair.name);
  if (chair.kind === "guest") {
    return (
      <>
        {awayFor(table, seat) !== null && !standsIn(chair) && (
          <button
            type="button"
            data-testid={`bot-for-${seat}`}
            onClick={() => table.send({ type: "substitute", seat, level: STAND_IN })}
          >
            {said("away.bot")}
          </button>
        )}
        <Sure
          testid={`hand-on-${seat}`}
          label={said("seating.hand-on")}
          ask={said("seating.hand-on.ask", { name })}
          sure={said("seating.hand-on.sure", { name })}
          act={free}
        />
      </>
    );
  }
  const pick = (value: string): void => {
    if (isLevel(value)) table.send({ type: "seat-bot", seat, level: value });
    else free();
  };
  return (
    <select
      data-testid={`play-${seat}`}
      aria-label={said("seating.who", { name: nameAt(table, seat) })}
      value={chair.kind === "open" ? "" : (chair.level ?? "")}
      onChange={(event) => pick(event.currentTarget.value)}
    >
      <option value="">{said("chair.wait")}</option>
      {LEVELS.map((level) => (
        <option key={level} value={level}>
          {said("chair.bot", { level: t(`level.${level}`) })}
        </option>
      ))}
    </select>
  );
}
