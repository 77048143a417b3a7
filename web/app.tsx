/** Shows the page for each address. */
import { useComputed, useSignal, useSignalEffect } from "@preact/signals";
import type { ComponentType } from "preact";
import { useEffect, useErrorBoundary, useLayoutEffect, useMemo, useState } from "preact/hooks";
import { screens } from "screens";
import pagesStyle from "./css/pages.css";
import { withMoreStyle } from "./platform/stylesheets";
import "./sheets";
import { Failure } from "./net/api";
import { join, unnamed } from "./state/seat_access";
import { dialog } from "./table/dialogs";
import { fetchAids } from "./table/lazy_aids";
import { Frame, type FrameProps } from "./table/frame";
import type { FinaleProps } from "./table/last_screen";
import { failureText } from "./state/refusals";
import { Regions } from "./ui/live_regions";
import { close, sheet } from "./ui/open_sheet";
import { LazyPart, useFailure } from "./ui/lazy_part";
import { coaches } from "./state/known_games";
import { Sheet } from "./ui/sheet";
import { setLooks } from "./state/looks";
import { Landing } from "./pages/landing/landing";
import { Message } from "./ui/message";
import { t } from "./i18n/language";
import type { LobbyProps } from "./lobby/lobby";
import { myName } from "./i18n/names";
import type { GameScreen } from "./state/game_screen";
import { fragment, place, replace, tablePath, type Place } from "./state/routes";
import { openTable } from "./state/table";
import type { Join } from "./net/types.gen";

const loadNoCookies = async () => (await import("./pages/landing/no_cookies")).NoCookies;
const loadCoach = dialog("Coach");
const loadFirstMove = dialog("FirstMove");
const loadPlaying = async () => (await import("./pages/landing/game_introduction")).Playing;
const loadPages = async () => (await import("./pages/pages")).Pages;
const loadScreen = async () => (await withMoreStyle(pagesStyle, import("./screen/page"))).ScreenPage;
const loadReplay = async () => (await import("./end/ended")).Ended;
const loadAfterwards = async () => (await withMoreStyle(pagesStyle, import("./pages/stats/game_record"))).Afterwards;
const loadFinale = async () => {
  const { Finale } = await import("./end/finale");
  return (props: FinaleProps) => <Finale {...props} loadAfterwards={loadAfterwards} />;
};
const loadPreferences = dialog("Preferences");
const loadWatched = dialog("Watched");
const loadStopped = dialog("Stopped");

export function App({ root }: { readonly root: HTMLElement }) {
  const here = place.value;
  const [broken, setBroken] = useState<Place | null>(null);
  useErrorBoundary((error: unknown) => {
    console.error(error);
    setBroken(here);
  });
  // This must run before the page's effects, which may set `ready` to true immediately.
  useLayoutEffect(() => {
    root.dataset["ready"] = here.kind === "landing" ? "true" : "false";
    root.dataset["place"] = here.kind;
    sheet.value = null;
  }, [root, here]);
  return (
    <>
      {broken === here ? <Message title={t("broken")} text={t("broken.text")} reload /> : <Page here={here} root={root} />}
      {sheet.value?.kind === "settings" && (
        <Sheet name="settings" title={t("settings")} onClose={close}>
          <LazyPart load={loadPreferences} props={{}} />
        </Sheet>
      )}
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
      return here.page === "screen" ? <LazyPart load={loadScreen} props={{ root }} /> : <LazyPart load={loadPages} props={{ ...here, root }} />;
  }
}

/** Take the seat that an invitation offers, and go to its table. */
function Invited({ request }: { readonly request: Join }) {
  const failed = useSignal<Failure | null>(null);
  const fail = useFailure();
  useEffect(() => {
    join(request).then(
      (seated) => replace(tablePath(seated.table)),
      (failure: unknown) => {
        if (!(failure instanceof Failure)) return fail(failure);
        // The table is full: the guest waits for a seat on its page.
        if (failure.table !== null) replace(tablePath(failure.table));
        else failed.value = failure;
      },
    );
  }, []);
  const failure = failed.value;
  if (failure === null) return <Message title={t("joining")} />;
  if (failure.code !== "no-cookies") return <Message title={t("join.failed")} text={failureText(failure, request.code)} />;
  return (
    <Message title={t("join.failed")}>
      <LazyPart load={loadNoCookies} props={{}} />
    </Message>
  );
}

/** The frame of a table. Its final picture comes from a higher layer. */
function TableFrame(props: Omit<FrameProps, "loadFinale">) {
  return <Frame {...props} loadFinale={loadFinale} />;
}

function TablePage({ id, root }: { readonly id: string; readonly root: HTMLElement }) {
  const table = useMemo(() => openTable(id), [id]);
  const screen = useSignal<GameScreen | null>(null);
  const lobby = useSignal<ComponentType<LobbyProps> | null>(null);
  const fail = useFailure();
  useEffect(() => table.close, [table]);
  useSignalEffect(() => {
    const game = table.hello.value?.game;
    if (game === undefined || screen.peek() !== null) return;
    // Set the screen once the aids have also loaded, so that nothing moves when they arrive.
    void Promise.all([screens[game]?.loadScreen(), fetchAids()]).then(([loaded]) => (screen.value = loaded?.screen ?? null), fail);
  });
  useSignalEffect(() => setLooks(table.chairs.value));
  // The lobby's code is fetched only for tables in the lobby.
  useSignalEffect(() => {
    if (table.lobby.value?.status !== "lobby" || lobby.peek() !== null) return;
    void import("./lobby/lobby").then((fetched) => (lobby.value = fetched.Lobby), fail);
  });
  useSignalEffect(() => {
    if (unnamed.value !== id || table.seat.value === null) return;
    unnamed.value = null;
    sheet.value = { kind: "naming" };
  });
  const stopped = useComputed(() => table.lobby.value?.stopped ?? null);
  useSignalEffect(() => {
    const playable = screen.value !== null && table.linked.value === "open" && table.lobby.value !== null;
    const laid = table.lobby.value?.status === "lobby" ? lobby.value !== null : table.shown.value !== null;
    root.dataset["ready"] = String((playable && laid) || stopped.value !== null);
  });
  if (table.linked.value === "old") return <Message title={t("old")} text={t("old.text")} reload />;
  const watched = <LazyPart load={loadWatched} props={{ table, screen: screen.value, Frame: TableFrame }} />;
  if (table.closed.value) return watched;
  const game = table.hello.value?.game;
  if (game !== undefined && screens[game] === undefined) return <Message title={t("unshown")} text={t("unshown.text")} />;
  if (stopped.value !== null) return <LazyPart load={loadStopped} props={{ table, why: stopped.value }} />;
  if (screen.value === null || table.lobby.value === null) {
    const lost = table.linked.value === "lost";
    return <Message title={t(lost ? "connection.lost" : "joining")} text={lost ? t("offline") : ""} />;
  }
  if (table.lobby.value.status === "lobby") {
    const Lobby = lobby.value;
    if (Lobby === null) return <Message title={t("joining")} />;
    return <Lobby table={table} screen={screen.value} />;
  }
  if (table.shown.value === null) return <Message title={t("joining")} />;
  if (table.shown.value.eyes !== null) return watched;
  if (fragment.value.startsWith("#step") && table.lobby.value.status === "over") return <LazyPart load={loadReplay} props={{ table, screen: screen.value, Frame: TableFrame }} />;
  return (
    <>
      {table.guided.value && <LazyPart load={loadCoach} props={{ table, loadPlaying }} />}
      {coaches(table, screen.value) && <LazyPart load={loadFirstMove} props={{ table, screen: screen.value }} />}
      <TableFrame key="frame" table={table} screen={screen.value} />
    </>
  );
}
