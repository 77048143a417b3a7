/** Requests that the guests who are present must agree to: to become the host, to get one's seat back, and to let a bot
 * make a move. */
import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { people } from "../../i18n/language";
import { apart } from "../../i18n/names";
import { fetchJson } from "../../net/api";
import { AWAY_MS, HOST_AWAY_MS, type Requested } from "../../net/types.gen";
import { now, useAwayClock } from "../../state/absence";
import { failureText } from "../../state/refusals";
import type { Table } from "../../state/table";
import { announce } from "../../ui/announcements";
import { person, personAt } from "./people";
import { said } from "./words";

/** Return whether the guest in a seat has been away for `least` milliseconds. */
function isAway(table: Table, seat: number, least: number): boolean {
  const since = table.gone.value[seat];
  return typeof since === "number" && now.value - since >= least;
}

/** Announce a text when it changes. */
function useAnnounced(text: string): void {
  useEffect(() => announce("now", text), [text]);
}

/** Announce a new host in the lobby; later, the log does. */
function useNewHost(table: Table): void {
  const host = table.lobby.value?.status === "lobby" ? table.lobby.value.host : null;
  const before = useRef(host);
  useEffect(() => {
    const is = host === table.reader.value ? said("host.you") : said("host.new", { name: personAt(table, host ?? 0) });
    if (host !== null && before.current !== null && before.current !== host) announce("now", is);
    before.current = host;
  }, [host]);
}

/** The open requests, and the reader's own. */
export function Requests({ table }: { readonly table: Table }) {
  useAwayClock(table);
  useNewHost(table);
  const lobby = table.lobby.value;
  if (lobby === null) return null;
  if (table.reader.value === null) return lobby.seatless === "waiting" ? <Claims table={table} /> : null;
  // The guest whose move it is has a line of their own.
  const isOwnMove = ({ kind, seat }: Requested): boolean => kind === "move" && seat === table.reader.value;
  return (
    <>
      {lobby.requests.filter((request) => !isOwnMove(request)).map((request) => (
        <Open key={request.number} table={table} request={request} />
      ))}
    </>
  );
}

interface LineProps {
  readonly text: string;
  readonly testid: string;
  readonly children?: ComponentChildren;
}

function Line({ text, testid, children }: LineProps) {
  useAnnounced(text);
  return (
    <div class="strip" role="group" aria-label={said("request.what")} data-testid={testid}>
      <span>{text}</span>
      {children}
    </div>
  );
}

/** A request, with the reader's answers to it. */
function Open({ table, request }: { readonly table: Table; readonly request: Requested }) {
  const { kind, number, seat, by, asked } = request;
  const reader = table.reader.value;
  const owner = personAt(table, seat);
  const self = apart(table.chairs.value[seat]?.name ?? "");
  const own = by === reader;
  const names = asked.length > 0 ? people(asked.map((each) => personAt(table, each))) : said("request.anybody");
  const text = said(own ? `request.${kind}.own` : `request.${kind}`, { name: person(request.name), owner, self, names });
  const decline = (): void => table.send({ type: "decline", number });
  if (own) {
    return (
      <Line text={text} testid="request">
        <button type="button" data-testid="withdraw" onClick={decline}>
          {said("request.withdraw")}
        </button>
      </Line>
    );
  }
  if (reader === null || !asked.includes(reader)) return <Line text={`${text} ${said("request.waits", { names })}`} testid="request" />;
  return (
    <Line text={text} testid="request">
      <button type="button" data-testid="agree" onClick={() => table.send({ type: "agree", number })}>
        {said(`request.${kind}.yes`, { owner, name: person(request.name) })}
      </button>
      <button type="button" data-testid="decline" onClick={decline}>
        {said("sure.no")}
      </button>
    </Line>
  );
}

/** For a guest who waits for a seat: the seats that may be theirs, and the answer to the last request. */
function Claims({ table }: { readonly table: Table }) {
  const claim = table.lobby.value?.claim ?? null;
  const last = useRef<number | null>(null);
  const lost = useSignal<number | null>(null);
  const trouble = useSignal("");
  useEffect(() => {
    if (claim !== null) lost.value = null;
    else if (last.current !== null) lost.value = last.current;
    last.current = claim;
  }, [claim]);
  const ask = (seat: number | null): void => {
    trouble.value = "";
    if (seat === null) last.current = null;
    fetchJson(`/api/tables/${encodeURIComponent(table.id)}/claim`, { seat }).catch(
      (failure: unknown) => (trouble.value = failureText(failure)),
    );
  };
  if (claim !== null) {
    return (
      <Line text={said("claim.waits", { owner: personAt(table, claim) })} testid="claim">
        <button type="button" data-testid="withdraw" onClick={() => ask(null)}>
          {said("request.withdraw")}
        </button>
      </Line>
    );
  }
  const { silent, status } = table.lobby.value ?? {};
  const seats = claimable(table);
  const text = trouble.value || (lost.value === null ? "" : said("claim.lost", { owner: personAt(table, lost.value) }));
  if (silent === true || status === "over" || (seats.length === 0 && text === "")) return null;
  return (
    <Line text={text} testid="claims">
      {seats.map((seat) => (
        <Claim key={seat} table={table} seat={seat} ask={() => ask(seat)} />
      ))}
    </Line>
  );
}

/** Return the seats of guests who have been away for a while. */
const claimable = (table: Table): readonly number[] =>
  table.chairs.value.flatMap(({ kind }, seat) => (kind === "guest" && isAway(table, seat, AWAY_MS) ? [seat] : []));

function Claim({ table, seat, ask }: { readonly table: Table; readonly seat: number; readonly ask: () => void }) {
  return (
    <button type="button" data-testid={`claim-${seat}`} onClick={ask}>
      {said("claim", { owner: personAt(table, seat) })}
    </button>
  );
}

interface ChangeoverProps {
  readonly table: Table;
  readonly seat: number;
  /** Further actions for the seat. */
  readonly children?: ComponentChildren;
}

/** The reader's actions for another guest's seat: to ask for it or for the role of its host, or to make its guest the
 * host. */
export function Changeover({ table, seat, children }: ChangeoverProps) {
  const actions = [becoming(table, seat), claiming(table, seat), making(table, seat), children].filter(Boolean);
  return actions.length === 0 ? null : <span class="strip">{actions}</span>;
}

/** Return whether the reader, who has a seat, may request something about another guest's seat. */
function mayAsk(table: Table, seat: number, least: number): boolean {
  const reader = table.reader.value;
  const lobby = table.lobby.value;
  if (lobby === null || reader === null || reader === seat || lobby.silent || lobby.chairs[seat]?.kind !== "guest") return false;
  return isAway(table, seat, least) && !lobby.requests.some((request) => request.by === reader && request.seat === seat);
}

function becoming(table: Table, seat: number): ComponentChildren {
  if (table.lobby.value?.host !== seat || !mayAsk(table, seat, HOST_AWAY_MS)) return null;
  return (
    <button type="button" data-testid="become-host" onClick={() => table.send({ type: "request", kind: "host", seat })}>
      {said("host.become")}
    </button>
  );
}

function claiming(table: Table, seat: number): ComponentChildren {
  if (table.lobby.value?.status !== "lobby" || table.hello.value?.host === true || !mayAsk(table, seat, AWAY_MS)) return null;
  return <Claim table={table} seat={seat} ask={() => table.send({ type: "request", kind: "seat", seat })} />;
}

function making(table: Table, seat: number): ComponentChildren {
  const { silent, chairs } = table.lobby.value ?? {};
  const chair = chairs?.[seat];
  const present = chair?.kind === "guest" && !chair.left && typeof table.gone.value[seat] !== "number";
  if (table.hello.value?.host !== true || seat === table.reader.value || silent === true || !present) return null;
  return (
    <button type="button" data-testid={`make-host-${seat}`} onClick={() => table.send({ type: "make-host", seat })}>
      {said("host.make", { name: personAt(table, seat) })}
    </button>
  );
}

/** In the lobby: the same actions for all seats. */
export function Changeovers({ table }: { readonly table: Table }) {
  const seats = table.chairs.value.map((_, seat) => seat);
  const made = seats.map((seat) => making(table, seat)).filter(Boolean);
  const [open, setOpen] = useState(false);
  return (
    <>
      {seats.map((seat) => {
        const asks = [becoming(table, seat), claiming(table, seat)].filter(Boolean);
        return asks.length > 0 && <div key={seat} class="strip">{asks}</div>;
      })}
      {made.length > 0 && (
        <div class="strip">
          <button
            type="button"
            class="plain"
            aria-expanded={open}
            data-testid="change-host"
            onClick={() => setOpen(!open)}
          >
            {said("host.change")}
          </button>
          {open && made}
        </div>
      )}
    </>
  );
}
