/** The frame of a table: header, players, status line, and the game's own screen and buttons. */
import { useComputed, useSignalEffect } from "@preact/signals";
import type { ComponentChild } from "preact";
import { useEffect, useMemo } from "preact/hooks";
import { announce, callUp } from "../ui/announcements";
import { listenToAsking } from "../ui/keys";
import { LazyPart } from "../ui/lazy_part";
import { Heading } from "../ui/heading";
import { Icon } from "../ui/icons";
import { t } from "../i18n/language";
import { skip } from "../state/motion";
import type { GameScreen } from "../state/game_screen";
import { beside, wide } from "../state/settings";
import { nudge, play } from "../stage/sound";
import { Stage } from "../stage/stage";
import type { Table } from "../state/table";
import type { Told } from "../net/types.gen";
import { aids } from "./lazy_aids";
import { askedAlone } from "./key_answer";
import { Connection } from "./connection";
import { dialog, fetchDialogs } from "./dialogs";
import { Last, type LoadFinale } from "./last_screen";
import { Log } from "./log";
import { refusalText } from "../state/refusals";
import { sheet } from "../ui/open_sheet";
import { Sheets } from "./sheets";
import { asksForSound, useSoundQuestion } from "./sound_question";
import { StatusLine } from "./status";

/** The number of steps up to which a game counts as just begun. */
const BEGINNING = 3;

const loadEnded = dialog("EndedBoard");
const loadMeanwhile = dialog("Meanwhile");

export interface FrameProps {
  readonly table: Table;
  readonly screen: GameScreen;
  /** Replaces the game's buttons in a replay. */
  readonly bar?: ComponentChild;
  /** Fetches the picture of the end of a game. */
  readonly loadFinale: LoadFinale;
}

export function Frame({ table, screen, bar, loadFinale }: FrameProps) {
  const sitting = useMemo(() => screen.sit(table), [table, screen]);
  useEffect(() => {
    const tell = (news: readonly Told[]): void => {
      for (const told of news) announce("log", screen.tell(table, told.events));
    };
    table.watch({
      enact: sitting.enact,
      tell,
      // If this fails, `Last` tries again.
      prepareEnd: () => void Promise.all([loadFinale(), sitting.ending?.()]).catch(() => undefined),
    });
    // At the beginning of a game, announce the deal. Older events can be read in the log.
    if (bar === undefined && table.story.peek().length <= BEGINNING) tell(table.story.peek());
    // The screen listens first, so that its own keys do not count as questions.
    const asking = listenToAsking(askedAlone(screen), (asked) => {
      void fetchDialogs().then(({ answer }) => answer(asked, table, screen, sitting));
    });
    const keys = aids.peek()?.skipByKeys(screen);
    addEventListener("pointerdown", skip, true);
    return () => {
      asking();
      keys?.();
      removeEventListener("pointerdown", skip, true);
      sitting.leave();
    };
  }, [table, screen, sitting]);
  const { Again, AtBar, Clock, HeadAsides, SoundChoice, TurnLight, stageFor } = aids.value ?? {};
  const Middle = stageFor?.(table) ?? Stage;
  const mine = useComputed(() => {
    const seat = table.seat.value;
    return seat !== null && (table.shown.value?.toAct.includes(seat) ?? false);
  });
  const call = useComputed(() => (mine.value ? (sitting.call?.value ?? t("turn.yours")) : null));
  useSignalEffect(() => {
    document.title = `${mine.value ? "● " : ""}${screen.title}`;
    callUp(call.value ?? "");
    if (call.value === null) return;
    play("turn");
    nudge();
  });
  useSoundQuestion(table, screen, mine);
  useSignalEffect(() => {
    const refusal = table.refusal.value;
    if (refusal === null) return;
    announce("now", refusalText(screen, refusal));
    play("refused");
  });
  const shown = table.shown.value;
  const ended = table.lobby.value?.ended === true;
  const over = bar === undefined && table.lobby.value?.status === "over" && shown?.toAct.length === 0;
  return (
    <div
      class={`table${over ? " over" : ""}${wide.value && !beside.value ? " folded" : ""}`}
      data-testid="table"
      translate={false}
      data-game={table.hello.value?.game}
      data-seq={shown?.seq}
      data-turn={shown?.toAct[0] ?? ""}
      data-over={over}
    >
      <Connection table={table} />
      <header class={asksForSound() ? "table-head asking" : "table-head"}>
        <button type="button" aria-label={t("menu")} data-testid="menu" onClick={() => (sheet.value = { kind: "menu" })}>
          <Icon name="menu" />
        </button>
        <Heading lang="en">{screen.title}</Heading>
        <p class="table-facts">
          <sitting.Header />
          {Clock && <Clock table={table} />}
        </p>
        {asksForSound() && SoundChoice && <SoundChoice />}
        {/* One Tab stop if there are more buttons than on a phone. */}
        <span class="head-asides" {...(wide.value && { "data-stops": "" })}>
          {HeadAsides && <HeadAsides table={table} sitting={sitting} />}
        </span>
      </header>
      <main>
        {/* At the end the status is in another place. */}
        <StatusLine key={String(over)} table={table} screen={screen} sitting={sitting} call={call} />
        {!over && TurnLight && <TurnLight call={call} />}
        {over ? (
          <div class="ending">
            {ended ? <LazyPart load={loadEnded} props={{ table, sitting }} /> : <Last table={table} screen={screen} sitting={sitting} loadFinale={loadFinale} />}
          </div>
        ) : (
          <Middle table={table} sitting={sitting} laid={wide.value} />
        )}
        {!over && (
          <div class="bar" role="group" aria-label={t("actions")}>
            {bar ?? <sitting.Bar />}
            {AtBar && <AtBar table={table} screen={screen} />}
          </div>
        )}
      </main>
      {/* Outside, so that the focus goes to the result first. */}
      {over && Again && (
        <footer class="bar again">
          <Again table={table} onward={sitting.onward?.() ?? null} />
        </footer>
      )}
      {beside.value && (
        <aside class="side" tabIndex={0}>
          <sitting.Side />
          <Log table={table} screen={screen} recall={sitting.recall} />
        </aside>
      )}
      <Sheets table={table} screen={screen} sitting={sitting} />
      {table.missed.value[0] && (
        <LazyPart load={loadMeanwhile} props={{ table, screen }} />
      )}
    </div>
  );
}
