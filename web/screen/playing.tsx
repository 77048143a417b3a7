/** A game on a big screen: whose turn it is, the table with everyone around it, and the latest sentences. */
import { useComputed, useSignal, useSignalEffect } from "@preact/signals";
import { useEffect, useLayoutEffect, useMemo, useRef } from "preact/hooks";
import { asItLies } from "../end/last_table";
import { scatter } from "../end/petals";
import { verdictOf } from "../end/words";
import { people, t } from "../i18n/language";
import { play } from "../stage/sound";
import { Stage, type Laid } from "../stage/stage";
import type { Told } from "../net/types.gen";
import type { Ending, Sitting } from "../state/game_screen";
import { skipsMotion, tempo } from "../state/motion";
import { nameAt } from "../state/player_names";
import type { Table } from "../state/table";
import { Clock } from "../table/clock";
import { Talk } from "../table/talk/talk";
import { announce } from "../ui/announcements";
import { Token } from "../ui/tokens";
import type { BigScreenProps } from "./props";
import { Head } from "./head";
import { JoinBox } from "./join_box";
import { JustNow } from "./just_now";
import { openPace, SLOW } from "./pace";
import { around } from "./seats";
import { say } from "./words";

export function Playing({ table, screen }: BigScreenProps) {
  const sitting = useMemo(() => screen.sit(table), [table, screen]);
  const laid = useMemo((): Laid => ({ ...sitting, placed: around }), [sitting]);
  /** The events of the step that is being shown. */
  const step = useSignal<readonly unknown[]>([]);
  const ending = useSignal<(() => Ending) | null>(null);
  useEffect(() => {
    const pace = openPace();
    const prepareEnd = (): void => void sitting.ending?.().then((drawn) => (ending.value = drawn));
    const tell = (events: readonly unknown[]): string => screen.tell(table, events);
    tempo.slow = SLOW;
    table.watch({
      patient: true,
      async enact(events, behind = 0) {
        const told = tell(events) !== "";
        const early = !told || (await pace.ready(behind));
        step.value = events;
        if (early && !skipsMotion()) await sitting.enact(events);
        if (told) pace.shown();
      },
      tell: (news: readonly Told[]) => news.forEach(({ events }) => announce("log", tell(events))),
      prepareEnd,
    });
    if (isOver(table)) prepareEnd();
    return () => {
      tempo.slow = 1;
      sitting.leave();
    };
  }, [table, screen, sitting]);
  // The story has the step as soon as the table shows it.
  useSignalEffect(() => {
    if (table.shown.value !== null) step.value = [];
  });
  const turn = useComputed(() => String(table.shown.value?.toAct.filter((seat) => table.chairs.value[seat]?.kind === "guest") ?? ""));
  useSignalEffect(() => {
    if (turn.value !== "") play("turn");
  });
  document.title = screen.title;
  const over = isOver(table);
  const last = over && !table.lobby.value?.ended ? (ending.value?.() ?? null) : null;
  return (
    <div
      class={`table big-screen${over ? " at-end" : ""}`}
      data-testid="table"
      translate={false}
      data-game={table.hello.value?.game}
      data-seq={table.shown.value?.seq}
      data-turn={table.shown.value?.toAct[0] ?? ""}
      data-over={over}
    >
      <Head table={table} screen={screen} mark={<Marks table={table} last={last} />} text={headline(table, sitting, last)}>
        <sitting.Header />
        <Clock table={table} />
      </Head>
      <main>
        <div class="view" inert onAnimationStart={slowDown}>
          {last === null ? <Stage table={table} sitting={laid} laid /> : <Last table={table} ending={last} />}
        </div>
        <JustNow table={table} screen={screen} step={step.value} />
        <JoinBox table={table} />
      </main>
      <Talk table={table} />
    </div>
  );
}

const isOver = (table: Table): boolean => table.lobby.value?.status === "over" && table.shown.value?.toAct.length === 0;

/** Make an animation of a style sheet slower, unless it is repeated. */
function slowDown({ target }: AnimationEvent): void {
  if (!(target instanceof Element)) return;
  for (const animation of target.getAnimations())
    if (animation.effect?.getTiming().iterations !== Infinity) animation.playbackRate = 1 / SLOW;
}

/** Return the result, whose turn it is, or what is happening. */
function headline(table: Table, sitting: Sitting, last: Ending | null): string {
  const toAct = table.shown.value?.toAct ?? [];
  const names = toAct.map((seat) => nameAt(table, seat));
  if (last !== null) return verdictOf(table, last);
  if (table.lobby.value?.ended) return t("ended");
  if (names.length === 0) return sitting.status.value.text;
  return names.length === 1 ? say("turn", { name: names[0] ?? "" }) : say("turn.many", { names: people(names) });
}

/** The tokens of those who must move, or of the winners. */
function Marks({ table, last }: { readonly table: Table; readonly last: Ending | null }) {
  const seats = last?.winners ?? table.shown.value?.toAct ?? [];
  return (
    <>
      {seats.map((seat) => (
        <Token key={seat} seat={seat} />
      ))}
    </>
  );
}

/** The table after scoring, with petals for the winners. */
function Last({ table, ending }: { readonly table: Table; readonly ending: Ending }) {
  const joy = useRef<SVGSVGElement>(null);
  useLayoutEffect(() => {
    if (joy.current !== null && ending.winners.length > 0 && !skipsMotion()) scatter(joy.current);
  }, []);
  const laid = useMemo((): Laid => ({ ...asItLies(table, ending), middle: "small", placed: around }), [table]);
  return (
    <>
      <Stage table={table} sitting={laid} laid won={ending.winners} />
      <svg ref={joy} class="joy" viewBox="-380 -215 760 430" aria-hidden="true" />
    </>
  );
}
