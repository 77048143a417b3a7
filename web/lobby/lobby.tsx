/** The lobby of a table: seats, invitation, options. */
import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { Agreeing } from "../table/advice/agreement";
import { joined, t } from "../i18n/language";
import { Connection } from "../table/connection";
import { sheet } from "../ui/open_sheet";
import { Sheets } from "../table/sheets";
import { Heading } from "../ui/heading";
import { letterOf } from "../state/looks";
import { Languages } from "../ui/language_choice";
import { HomeLink } from "../ui/logo";
import { apart } from "../i18n/names";
import type { GameScreen } from "../state/game_screen";
import { STAND_IN } from "../state/bot_levels";
import { meaning, refusalText, ruleOf } from "../state/refusals";
import { neededSeats, takenSeats } from "../state/room";
import { RuleLink } from "../ui/rule_link";
import { Nudges } from "../table/seating/nudges";
import { maySit, SitDown, useRemoved } from "../table/seating/sit";
import { LobbyTalk } from "./talk";
import { Talking } from "../table/talk/talking";
import { Watching } from "../table/watching/watching";
import { nextStatus, ToNext } from "../table/party/again";
import { useMembership } from "../table/party/arrival";
import { useCalled, useFollowing } from "../table/party/following";
import type { Table } from "../state/table";
import { Chairs } from "./chairs";
import { Invite } from "./invite";
import { Options } from "./options";
import { say, type Key } from "./words";

export interface LobbyProps {
  readonly table: Table;
  readonly screen: GameScreen;
}

export function Lobby({ table, screen }: LobbyProps) {
  const lobby = table.lobby.value;
  const hello = table.hello.value;
  if (lobby === null || hello === null) return null;
  const players = takenSeats(lobby).length;
  const needed = neededSeats(lobby);
  const open = lobby.chairs.length - players;
  const missing = needed.length - players;
  const name = (seat: number): string => apart(lobby.chairs[seat]?.name || t("seat", { letter: letterOf(seat) }));
  const removed = useRemoved(table);
  const member = useMembership(table);
  useFollowing(table, null);
  const called = useCalled(table, screen);
  const refusal = table.refusal.value;
  const rule = refusal && ruleOf(refusal);
  const line = (): string => removed ? meaning("removed") : say(lobbyLine(table, missing), { n: missing, name: name(lobby.host) });
  const away = lobby.chairs.map(({ name }, seat) =>
    typeof table.gone.value[seat] === "number" ? t("away", { name: apart(name) }) : "",
  );
  document.title = `${screen.title} · ${t("name")}`;
  return (
    <div class="lobby" data-testid="lobby" translate={false}>
      <Connection table={table} />
      <header class="masthead">
        <HomeLink />
        <Heading lang="en">{screen.title}</Heading>
        <button type="button" class="plain" onClick={() => (sheet.value = { kind: "rules", rule: null })}>
          {t("rules")}
        </button>
        <Languages />
      </header>
      <main>
        <div class="gathered">
          <Chairs table={table} lobby={lobby} screen={screen} />
          <LobbyTalk table={table} />
        </div>
        <Panels
          optionsFirst={open === 0 && hello.host}
          invite={hello.seat === null ? null : (
            <Invite table={table} title={say("invite.title")}>
              <button
                type="button"
                class="plain other-device"
                data-testid="invite"
                onClick={() => (sheet.value = { kind: "invite" })}
              >
                {say("device.title")}
              </button>
              {hello.host && (
                <button type="button" class="plain other-device" data-testid="big-screen" onClick={() => (sheet.value = { kind: "invite" })}>
                  {say("screen.title")}
                </button>
              )}
            </Invite>
          )}
          options={
            <Options
              options={screen.options(name, needed)}
              seats={needed.length}
              answers={lobby.options as Readonly<Record<string, unknown>>}
              choose={hello.host ? (options) => table.send({ type: "choose", options }) : null}
              refused={lobby.refused}
              no={refusal !== null}
            >
              <Agreeing table={table} />
              <Watching table={table} screen={screen} />
              <Nudges table={table} />
              <Talking table={table} />
            </Options>
          }
        />
      </main>
      <footer class="bar lobby-bar">
        <p role="status">
          {refusal ? refusalText(screen, refusal) : (hello.host && missing === 0 && joined(away)) || nextStatus(table) || joined([called, line()])}
        </p>
        {rule !== null && <RuleLink rule={rule} />}
        {lobby.next !== null && <ToNext table={table} />}
        {lobby.next === null && (maySit(table) || member) && <SitDown table={table} text={null} />}
        {lobby.next === null && hello.host && (
          <button
            type="button"
            class="primary"
            data-testid="start"
            onClick={() => table.send(missing > 0 ? { type: "begin", fill: STAND_IN } : { type: "begin" })}
          >
            {missing > 0 ? say("start.bots", { n: Math.max(open, missing) }) : say(players > 1 ? "start.with" : "start", { n: players })}
          </button>
        )}
      </footer>
      <Sheets table={table} screen={screen} sitting={null} />
    </div>
  );
}

interface PanelsProps {
  readonly optionsFirst: boolean;
  readonly invite: VNode | null;
  readonly options: VNode;
}

/** If all seats are taken, the host chooses options before inviting others. The order does not change while the page is
 * open. */
function Panels({ optionsFirst, invite, options }: PanelsProps) {
  const [agreeFirst] = useState(optionsFirst);
  return (
    <>
      {!agreeFirst && invite}
      {options}
      {agreeFirst && invite}
    </>
  );
}

function lobbyLine(table: Table, missing: number): Key {
  if (table.lobby.value?.seatless === "waiting") return maySit(table) ? "lobby.free" : "lobby.full";
  if (table.seat.value === null) return "lobby.watch";
  if (table.hello.value?.host !== true) return "lobby.wait";
  return missing > 0 ? "lobby.few" : "lobby.ready";
}
