/** The frame of a table: header, players, status line, and in it the game's own screen and buttons. */
import { useComputed, useSignalEffect } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";
import { announce, callUp } from "../announce";
import { listenToAsking } from "../keys";
import { Heading } from "../kit/heading";
import { Icon } from "../kit/icons";
import { t } from "../language";
import { skip } from "../motion";
import type { Room } from "../room";
import { wide } from "../settings";
import { play } from "../sound";
import type { Table } from "../table";
import { Meanwhile } from "../seating/meanwhile";
import { Again } from "./again";
import { askedAlone } from "./asking";
import { Chips } from "./chips";
import { Clock } from "./clock";
import { Connection } from "./connection";
import { Log } from "./log";
import { refusalText } from "./refusals";
import { openRule, sheet, Sheets } from "./sheets";
import { StatusLine } from "./status";
import { TurnLight } from "./turn";

interface Props {
  readonly table: Table;
  readonly room: Room;
}

export function Frame({ table, room }: Props) {
  const sitting = useMemo(() => room.sit(table), [table, room]);
  useEffect(() => {
    table.watch({
      enact: sitting.enact,
      arrived: (news, _shown, live) => {
        if (!live) return;
        for (const told of news) announce("log", room.tell(table, told.events));
      },
    });
    // The room listens before, so that a key of its own is not taken for a question.
    const asking = listenToAsking(askedAlone(room), (asked) => {
      void import("./answers").then(({ answer }) => answer(asked, table, room, sitting));
    });
    addEventListener("keydown", skip, true);
    addEventListener("pointerdown", skip, true);
    return () => {
      asking();
      removeEventListener("keydown", skip, true);
      removeEventListener("pointerdown", skip, true);
      sitting.leave();
    };
  }, [table, room, sitting]);
  const mine = useComputed(() => {
    const seat = table.seat.value;
    return seat !== null && (table.shown.value?.toAct.includes(seat) ?? false);
  });
  const call = useComputed(() => (mine.value ? (sitting.call?.value ?? t("turn.yours")) : null));
  useSignalEffect(() => {
    document.title = `${mine.value ? "● " : ""}${room.title}`;
    callUp(call.value ?? "");
    if (call.value !== null) play("turn");
  });
  useSignalEffect(() => {
    const refusal = table.refusal.value;
    if (refusal === null) return;
    announce("now", refusalText(room, refusal));
    play("refused");
  });
  const shown = table.shown.value;
  const ended = table.lobby.value?.ended === true;
  const over = table.lobby.value?.status === "over" && shown?.toAct.length === 0;
  return (
    <div
      class={over ? "table over" : "table"}
      data-testid="table"
      data-game={table.hello.value?.game}
      data-seq={shown?.seq}
      data-turn={shown?.toAct[0] ?? ""}
      data-over={over}
    >
      <Connection table={table} />
      <header class="table-head">
        <button type="button" aria-label={t("menu")} data-testid="menu" onClick={() => (sheet.value = { kind: "menu" })}>
          <Icon name="menu" />
        </button>
        <Heading lang="en">{room.title}</Heading>
        <p class="table-facts">
          <sitting.Header />
          <Clock table={table} />
        </p>
        <button
          type="button"
          aria-label={t("rules.now")}
          data-testid="rules"
          onClick={() => openRule(sitting.rule.value)}
        >
          <Icon name="help" />
        </button>
        {!wide.value && (
          <button type="button" aria-label={t("log")} data-testid="log-button" onClick={() => (sheet.value = { kind: "log" })}>
            <Icon name="log" />
          </button>
        )}
      </header>
      <main>
        <Chips table={table} sitting={sitting} />
        <StatusLine table={table} room={room} sitting={sitting} call={call} />
        {!over && <TurnLight call={call} />}
        {over ? (
          <div class="ending">
            {ended ? <Ended table={table} /> : <sitting.End />}
          </div>
        ) : (
          <>
            <div class="board" tabIndex={-1}>
              <sitting.Board />
            </div>
            <div class="hand">
              <sitting.Hand />
            </div>
            <div class="bar" role="group" aria-label={t("actions")}>
              <sitting.Bar />
            </div>
          </>
        )}
      </main>
      {wide.value && (
        <aside class="side" tabIndex={0}>
          <sitting.Side />
          <Log table={table} room={room} recall={sitting.recall} />
        </aside>
      )}
      <Sheets table={table} room={room} sitting={sitting} />
      <Meanwhile table={table} room={room} />
    </div>
  );
}

/** The end of a game that the host has ended. */
function Ended({ table }: { readonly table: Table }) {
  return (
    <section data-testid="ended">
      <h2>{t("ended")}</h2>
      <Again table={table} />
    </section>
  );
}
