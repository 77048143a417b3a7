/** A big screen: a code until the host has paired it, then the table of the party. It has no controls. */
import { useSignal, useSignalEffect } from "@preact/signals";
import type { ComponentType } from "preact";
import { useEffect, useMemo } from "preact/hooks";
import { screens } from "screens";
import { t } from "../i18n/language";
import { bigScreen } from "../net/screens";
import type { Screen } from "../net/types.gen";
import { keepsCookies } from "../platform/cookies";
import { SITE } from "../platform/site";
import { isHidden } from "../platform/visibility";
import type { GameScreen } from "../state/game_screen";
import { setLooks } from "../state/looks";
import { openTable } from "../state/table";
import { isThisComputer, Qr } from "../table/shared_link";
import { Heading } from "../ui/heading";
import { useFailure } from "../ui/lazy_part";
import { Logo } from "../ui/logo";
import type { BigScreenProps } from "./props";
import { say, spaced } from "./words";

const AGAIN_MS = 3000;

const loadBigScreen = async () => (await import("./big_screen")).BigScreen;

export function Television() {
  const shown = useSignal<Screen | null>(null);
  const lost = useSignal(false);
  const look = (): Promise<void> =>
    bigScreen().then(
      (found) => {
        lost.value = false;
        if (found.table !== shown.peek()?.table || found.code !== shown.peek()?.code) shown.value = found;
      },
      () => void (lost.value = true),
    );
  const table = shown.value?.table ?? null;
  // A paired screen asks again only when its table ends or cannot be opened.
  useEffect(() => {
    if (table !== null || !keepsCookies) return;
    void look();
    const timer = setInterval(() => void (isHidden() || look()), AGAIN_MS);
    return () => clearInterval(timer);
  }, [table]);
  if (table !== null) return <Paired key={table} id={table} leave={() => (shown.value = null)} />;
  return <Unpaired code={shown.value?.code ?? null} lost={lost.value} />;
}

/** The table of a party, until the party opens its next one or the screen may not show it. */
function Paired({ id, leave }: { readonly id: string; readonly leave: () => void }) {
  const table = useMemo(() => openTable(id, () => undefined, "&screen=1"), [id]);
  const screen = useSignal<GameScreen | null>(null);
  const Big = useSignal<ComponentType<BigScreenProps> | null>(null);
  const fail = useFailure();
  useEffect(() => table.close, [table]);
  useSignalEffect(() => {
    const game = table.hello.value?.game;
    if (game === undefined || screen.peek() !== null) return;
    void Promise.all([screens[game]?.loadScreen(), loadBigScreen()]).then(([loaded, part]) => {
      Big.value = part;
      screen.value = loaded?.screen ?? null;
    }, fail);
  });
  useSignalEffect(() => setLooks(table.chairs.value));
  useSignalEffect(() => {
    if (table.closed.value || table.lobby.value?.next) leave();
  });
  if (screen.value === null || Big.value === null || table.lobby.value === null) return <main class="unpaired" />;
  return <Big.value table={table} screen={screen.value} />;
}

function Unpaired({ code, lost }: { readonly code: string | null; readonly lost: boolean }) {
  document.title = `${say("pair.title")} · ${t("name")}`;
  return (
    <main class="unpaired" data-testid="unpaired">
      <Logo />
      <Heading>{say("pair.title")}</Heading>
      {keepsCookies ? <Ways code={code} lost={lost} /> : <p role="alert">{say("pair.cookies")}</p>}
    </main>
  );
}

/** The ways for the host to pair the screen. */
function Ways({ code, lost }: { readonly code: string | null; readonly lost: boolean }) {
  return (
    <>
      {code !== null && !isThisComputer() && (
        <>
          <p>{say("pair.scan")}</p>
          <Qr link={`${SITE}/screen#${code}`} />
        </>
      )}
      <p>{say("pair.type", { menu: t("invite") })}</p>
      <strong data-testid="screen-code">{spaced(code ?? "")}</strong>
      <p role="status">{lost ? say("pair.lost") : ""}</p>
    </>
  );
}
