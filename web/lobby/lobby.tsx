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
import { refusalText, ruleOf } from "../state/refusals";
import { RuleLink } from "../ui/rule_link";
import { Nudges } from "../table/seating/nudges";
import { maySit, SitDown, useRemoved } from "../table/seating/sit";
import type { Table } from "../state/table";
import { Chairs } from "./chairs";
import { Invite } from "./invite";
import { Options } from "./options";
import { say, type Key } from "./words";

export interface LobbyProps {
  readonly table: Table;
  readonly screen: GameScreen;
  /** The numbers of seats that the game allows. */
  readonly seats: readonly number[];
}

export function Lobby({ table, screen, seats }: LobbyProps) {
  const lobby = table.lobby.value;
  const hello = table.hello.value;
  if (lobby === null || hello === null) return null;
  const open = lobby.chairs.filter((chair) => chair.kind === "open").length;
  const name = (seat: number): string => apart(lobby.chairs[seat]?.name || t("seat", { letter: letterOf(seat) }));
  const removed = useRemoved(table);
  const refusal = table.refusal.value;
  const rule = refusal && ruleOf(refusal);
  const line = (): string => removed ? t("removed") : say(lobbyLine(table, open), { n: open, name: name(lobby.host) });
  const away = lobby.chairs.map(({ name }, seat) =>
    typeof table.gone.value[seat] === "number" ? t("away", { name: t("person", { name: apart(name) }) }) : "",
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
        <Chairs table={table} seats={seats} />
        <Panels
          full={open === 0}
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
            </Invite>
          )}
          options={
            <Options
              options={screen.options(name, lobby.chairs.length)}
              answers={lobby.options as Readonly<Record<string, unknown>>}
              choose={hello.host ? (options) => table.send({ type: "choose", options }) : null}
              refused={lobby.refused}
              no={refusal !== null}
            >
              <Agreeing table={table} />
              <Nudges table={table} />
            </Options>
          }
        />
      </main>
      <footer class="bar lobby-bar">
        <p role="status">
          {refusal ? refusalText(screen, refusal) : (hello.host && open === 0 && joined(away)) || line()}
        </p>
        {rule !== null && <RuleLink rule={rule} />}
        {maySit(table) && <SitDown table={table} />}
        {hello.host && (
          <button
            type="button"
            class="primary"
            data-testid="start"
            onClick={() => table.send(open > 0 ? { type: "begin", fill: STAND_IN } : { type: "begin" })}
          >
            {say("start")}
          </button>
        )}
      </footer>
      <Sheets table={table} screen={screen} sitting={null} />
    </div>
  );
}

interface PanelsProps {
  /** Whether all seats are taken. */
  readonly full: boolean;
  readonly invite: VNode | null;
  readonly options: VNode;
}

/** If all seats are taken, options come before the invitation. The order does not change while the page is open. */
function Panels({ full, invite, options }: PanelsProps) {
  const [agreeFirst] = useState(full);
  return (
    <>
      {!agreeFirst && invite}
      {options}
      {agreeFirst && invite}
    </>
  );
}

function lobbyLine(table: Table, open: number): Key {
  if (table.lobby.value?.seatless === "waiting") return open > 0 ? "lobby.free" : "lobby.full";
  if (table.seat.value === null) return "lobby.watch";
  if (table.hello.value?.host !== true) return "lobby.wait";
  return open > 0 ? "lobby.fill" : "lobby.ready";
}
