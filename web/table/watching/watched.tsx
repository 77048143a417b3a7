/** The pages of tables that cannot be opened, and of readers without a seat who see no game or one player's cards. */
import type { ComponentChild, ComponentType } from "preact";
import { useEffect, useMemo } from "preact/hooks";
import { computed, signal } from "@preact/signals";
import { joined, t } from "../../i18n/language";
import { UNSEEN } from "../../net/socket";
import { meaning } from "../../state/refusals";
import { go, tablePath } from "../../state/routes";
import { join, wish } from "../../state/seat_access";
import { nameAt } from "../../state/player_names";
import type { GameScreen } from "../../state/game_screen";
import type { Table } from "../../state/table";
import curtainStyle from "../../css/curtain.css";
import { withMoreStyle } from "../../platform/stylesheets";
import { LazyPart } from "../../ui/lazy_part";
import { Message } from "../../ui/message";
import { useFollowing } from "../party/following";
import { told } from "../party/words";
import { Requests } from "../seating/requests";
import { maySit, SitDown } from "../seating/sit";
import { handsOf } from "../sharing/hands";
import { say } from "./words";

/** The reasons why the server has closed a socket for good, by its code, or why there is none. */
const WHY: Readonly<Record<string, "private" | "later" | "unreadable" | "unpassed">> = {
  426: "unpassed",
  4403: "private",
  4425: "later",
  4500: "unreadable",
};

/** The time between two requests that ask whether the reader may now watch, or wait for a seat. */
const ASK_AGAIN_MS = 30_000;

interface Props {
  readonly table: Table;
  readonly screen: GameScreen | null;
  readonly Frame: ComponentType<{ readonly table: Table; readonly screen: GameScreen; readonly bar: ComponentChild }>;
}

const loadCurtain = async () => (await withMoreStyle(curtainStyle, import("../sharing/curtain"))).Curtain;

export function Watched({ table, screen, Frame }: Props) {
  if (table.seat.value === null && handsOf(table).length > 0) return <LazyPart load={loadCurtain} props={{ table }} />;
  const eyes = table.shown.value?.eyes ?? null;
  if (table.closed.value || screen === null || eyes === null) return <Closed table={table} />;
  return <Hand key={eyes} table={table} screen={screen} seat={eyes} Frame={Frame} />;
}

/** A table that cannot be opened, or whose game the reader may not watch. */
function Closed({ table }: { readonly table: Table }) {
  useFollowing(table, null);
  const code = table.linked.value;
  const reason = WHY[code];
  const unseen = UNSEEN.includes(code);
  useAsking(table, unseen);
  if (code === 4404) return <Message title={t("nowhere")} text={meaning("unknown-table")} />;
  if (reason) return <Message title={say(reason)} text={say(unseen && cameTo(table) ? "wait.text" : `${reason}.text`)} reload />;
  const { status, watch } = table.lobby.value ?? {};
  const until = watch?.who === "after" && status !== "over" ? say("later.text") : "";
  const seat = status === "over" ? told("door.next") : say(maySit(table) ? "door.free" : "door.stay");
  return (
    <Message title={say("door")}>
      <p role="status">{joined([until, seat])}</p>
      {maySit(table) && <SitDown table={table} text={null} />}
      <Requests table={table} />
    </Message>
  );
}

/** Return the request that led the reader to a table, if any. */
const cameTo = ({ id }: Table) => (wish.value?.table === id ? wish.value.request : null);

/** While the reader sees nothing of a table, ask again: the game may be over. A reader who came by link or code asks for
 * a seat. */
function useAsking(table: Table, unseen: boolean): void {
  useEffect(() => {
    if (!unseen) return;
    let left = false;
    const ask = async (): Promise<void> => {
      const request = cameTo(table);
      const seated = request && (await join(request).catch(() => null));
      if (left) return;
      if (seated && seated.table !== table.id) go(tablePath(seated.table));
      else table.reopen();
    };
    const timer = window.setInterval(() => void ask(), ASK_AGAIN_MS);
    return () => {
      left = true;
      clearInterval(timer);
    };
  }, [table, unseen]);
}

/** The table as the player of one seat sees it. Nothing can be done there. */
function Hand({ table, screen, seat, Frame }: Props & { readonly screen: GameScreen; readonly seat: number }) {
  const seen = useMemo(() => seenFrom(table, seat), [table, seat]);
  const watched = useMemo(() => onlyWatched(screen, table), [screen, table]);
  const bar = <p class="bar-note">{say("watching", { name: nameAt(table, seat) })}</p>;
  return <Frame table={seen} screen={watched} bar={bar} />;
}

function seenFrom(table: Table, seat: number): Table {
  const nothing = (): void => undefined;
  return {
    ...table,
    seat: signal(seat),
    shown: computed(() => table.shown.value && { ...table.shown.value, toAct: table.shown.value.toAct.filter((each) => each !== seat) }),
    send: nothing,
    act: nothing,
    request: () => Promise.resolve(false),
    ask: () => Promise.resolve(null),
  };
}

/** Return the screen with the status that any reader without a seat sees. */
function onlyWatched(screen: GameScreen, table: Table): GameScreen {
  return {
    ...screen,
    sit(seen) {
      const outside = screen.sit(table);
      const { phases, call, ...sitting } = screen.sit(seen);
      const leave = (): void => {
        outside.leave();
        sitting.leave();
      };
      return { ...sitting, status: outside.status, leave };
    },
  };
}
