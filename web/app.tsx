/** Which page is shown at which address. */
import { useComputed, useSignal, useSignalEffect } from "@preact/signals";
import type { ComponentType } from "preact";
import { useEffect, useErrorBoundary, useLayoutEffect, useMemo, useState } from "preact/hooks";
import { rooms } from "rooms";
import { Failure, join, offers } from "./api";
import { fetchAids } from "./frame/aids";
import { Frame } from "./frame/frame";
import { failureText, meaning } from "./frame/refusals";
import { Regions } from "./frame/regions";
import { sheet } from "./frame/sheets";
import { Fetched, useFailure } from "./kit/fetched";
import { looks } from "./kit/seats";
import { Landing } from "./landing/landing";
import { Message } from "./landing/message";
import { t } from "./language";
import type { LobbyProps } from "./lobby/lobby";
import { myName } from "./names";
import type { Room } from "./room";
import { fragment, place, replace, tablePath, type Place } from "./routes";
import { openTable } from "./table";
import type { Join, Offer } from "./types.gen";

const loadNoCookies = async () => (await import("./landing/no_cookies")).NoCookies;
const loadCoach = async () => (await import("./frame/asides")).Coach;
const loadPages = async () => (await import("./frame/asides")).Pages;
const loadReplay = async () => (await import("./end/replay")).Replay;
const loadStopped = async () => (await import("./frame/asides")).Stopped;

export function App({ root }: { readonly root: HTMLElement }) {
  const here = place.value;
  const [broken, setBroken] = useState<Place | null>(null);
  useErrorBoundary((error: unknown) => {
    console.error(error);
    setBroken(here);
  });
  // This must run before the effects of the page, which may set it to ready at once.
  useLayoutEffect(() => {
    root.dataset["ready"] = here.kind === "landing" ? "true" : "false";
    root.dataset["place"] = here.kind;
    sheet.value = null;
  }, [root, here]);
  return (
    <>
      {broken === here ? <Message title={t("broken")} text={t("broken.text")} reload /> : <Page here={here} root={root} />}
      <Regions />
    </>
  );
}

function Page({ here, root }: { readonly here: Place; readonly root: HTMLElement }) {
  switch (here.kind) {
    case "landing":
      return <Landing />;
    case "table":
      return <TablePage key={here.table} id={here.table} root={root} />;
    case "invitation":
      return <Invited request={{ name: myName(), table: here.table, secret: here.secret }} />;
    case "code":
      return <Invited request={{ name: myName(), code: here.code }} />;
    case "page":
      return <Fetched load={loadPages} props={{ ...here, root }} />;
  }
}

/** Take the seat the invitation is for, and go to the table. */
function Invited({ request }: { readonly request: Join }) {
  const failed = useSignal<Failure | null>(null);
  const fail = useFailure();
  useEffect(() => {
    join(request).then(
      (seated) => replace(tablePath(seated.table)),
      (failure: unknown) => {
        if (!(failure instanceof Failure)) return fail(failure);
        // Guests wait for a seat at the table itself.
        if (failure.table !== null) replace(tablePath(failure.table));
        else failed.value = failure;
      },
    );
  }, []);
  const failure = failed.value;
  if (failure === null) return <Message title={t("joining")} text="" />;
  if (failure.code !== "no-cookies") return <Message title={t("join.failed")} text={failureText(failure)} />;
  return (
    <Message title={t("join.failed")} text="">
      <Fetched load={loadNoCookies} props={{}} />
    </Message>
  );
}

function TablePage({ id, root }: { readonly id: string; readonly root: HTMLElement }) {
  const table = useMemo(() => openTable(id), [id]);
  const room = useSignal<Room | null>(null);
  const offer = useSignal<Offer | null>(null);
  const lobby = useSignal<ComponentType<LobbyProps> | null>(null);
  const fail = useFailure();
  useEffect(() => table.close, [table]);
  useSignalEffect(() => {
    const game = table.hello.value?.game;
    if (game === undefined || room.peek() !== null) return;
    // At once, so that nothing moves when they come.
    void Promise.all([rooms[game]?.loadRoom(), fetchAids()]).then(([loaded]) => (room.value = loaded?.room ?? null), fail);
    offers().then(
      (all) => (offer.value = all.find((each) => each.name === game) ?? null),
      () => (offer.value = null),
    );
  });
  useSignalEffect(() => {
    const next = table.chairs.value.map((chair) => chair.look);
    if (String(next) !== String(looks.peek())) looks.value = next;
  });
  // The lobby's code is fetched only for tables in the lobby.
  useSignalEffect(() => {
    if (table.lobby.value?.status !== "lobby" || lobby.peek() !== null) return;
    void import("./lobby/lobby").then((fetched) => (lobby.value = fetched.Lobby), fail);
  });
  const stopped = useComputed(() => table.lobby.value?.stopped ?? null);
  useSignalEffect(() => {
    const playable = room.value !== null && table.linked.value === "open" && table.lobby.value !== null;
    const laid = table.lobby.value?.status === "lobby" ? lobby.value !== null : table.shown.value !== null;
    root.dataset["ready"] = String((playable && laid) || stopped.value !== null);
  });
  if (table.linked.value === "gone") return <Message title={t("nowhere")} text={meaning("unknown-table")} />;
  if (table.linked.value === "old") return <Message title={t("old")} text={t("old.text")} reload />;
  if (table.linked.value === "unreadable") return <Message title={t("unreadable")} text={t("unreadable.text")} reload />;
  const game = table.hello.value?.game;
  if (game !== undefined && rooms[game] === undefined) return <Message title={t("unshown")} text={t("unshown.text")} />;
  if (stopped.value !== null) return <Fetched load={loadStopped} props={{ table, why: stopped.value }} />;
  if (room.value === null || table.lobby.value === null) {
    const lost = table.linked.value === "lost";
    return <Message title={t(lost ? "connection.lost" : "joining")} text="" />;
  }
  if (table.lobby.value.status === "lobby") {
    const Lobby = lobby.value;
    if (Lobby === null) return <Message title={t("joining")} text="" />;
    return <Lobby table={table} room={room.value} seats={offer.value?.seats ?? []} />;
  }
  if (table.shown.value === null) return <Message title={t("joining")} text="" />;
  if (fragment.value.startsWith("#step") && table.lobby.value.status === "over") return <Fetched load={loadReplay} props={{ table, room: room.value, Frame }} />;
  return (
    <>
      {table.guided.value && <Fetched load={loadCoach} props={{ table }} />}
      <Frame key="frame" table={table} room={room.value} />
    </>
  );
}
