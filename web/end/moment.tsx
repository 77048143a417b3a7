/** A moment of the review: the reader makes a decision of a finished game again, on the game's own screen. */
import { computed, useSignal } from "@preact/signals";
import type { ComponentType } from "preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { Failure } from "../net/api";
import { reportOn } from "../net/report";
import type { Moment, Report } from "../net/types.gen";
import { joined } from "../i18n/language";
import type { GameScreen, Status } from "../state/game_screen";
import { nameAt } from "../state/player_names";
import { finishPuzzle, hasComeBack, momentNamed, momentPath } from "../state/puzzles";
import { stepPath } from "../state/replay_address";
import { go, tablePath } from "../state/routes";
import type { Table } from "../state/table";
import { reader } from "../state/telling";
import type { FrameProps } from "../table/frame";
import { Note } from "../table/guide/note";
import { MeanwhileOpened } from "../table/party/again";
import { announce } from "../ui/announcements";
import { Icon } from "../ui/icons";
import { Link } from "../ui/link";
import { openMoment, type MomentTable } from "./moment_table";
import { t } from "./words";

export interface AgainProps {
  readonly table: Table;
  readonly screen: GameScreen;
  readonly Frame: ComponentType<Omit<FrameProps, "loadFinale">>;
}

/** One of the reader's visits to the moment `at`. */
interface Visit {
  readonly at: number;
  readonly n: number;
  readonly purpose: "try" | "shown";
}

export function Again({ table, screen, Frame }: AgainProps) {
  const at = momentNamed() ?? 0;
  // Each try, and the best move, has its own table, so nothing of the previous try stays on the screen.
  const [last, setLast] = useState<Visit>({ at, n: 0, purpose: "try" });
  const visit: Visit = last.at === at ? last : { ...last, at, purpose: "try" };
  const begin = (purpose: Visit["purpose"]): void => setLast({ at, n: visit.n + 1, purpose });
  const moment = useMemo(() => openMoment(table.id, at, visit.purpose), [table, at, visit.n, visit.purpose]);
  useEffect(() => moment.table.close, [moment]);
  const ready = moment.table.shown.value !== null && moment.table.lobby.value !== null;
  useEffect(() => {
    if (ready && visit.purpose === "shown") moment.showBest();
  }, [ready, moment]);
  const [solved, setSolved] = useState<readonly number[]>([]);
  const report = useSignal<Report | null>(null);
  useEffect(() => {
    reportOn(table.id).then(
      (found) => (report.value = found),
      (failure: unknown) => {
        // Without the report, the moment has no number and no next one.
        if (!(failure instanceof Failure)) throw failure;
      },
    );
  }, [table]);
  const quiet = useMemo(() => quietAfterwards(screen, moment), [screen, moment]);
  const unknown = report.value?.seats.every((one) => one.moments.every((each) => each.at !== at)) === true;
  const gone = unknown || moment.table.linked.value === 4404;
  const settled = gone || moment.judged.value?.best === true || moment.helped;
  useEffect(() => {
    if (!settled) return;
    // A decision that was only shown still comes back once.
    if (!moment.helped || hasComeBack(table.id, at)) finishPuzzle(table.id, at);
    setSolved((before) => [...before, at]);
  }, [settled, at]);
  if (gone) {
    return (
      <main class="note">
        <p>{t("moment.gone")}</p>
        <Link to={tablePath(table.id)} look="button" testid="moment-back">
          {t("moment.game")}
        </Link>
      </main>
    );
  }
  if (!ready) return <p class="note">{t("look-back.awaited")}</p>;
  const own = (one: Moment): boolean => one.seat === moment.table.seat.value;
  const moments = report.value?.seats.find((one) => one.moments.some((each) => each.at === at))?.moments.filter(own) ?? [];
  return (
    <>
      <MomentNote at={at} moment={moment} moments={moments} solved={solved} table={table} screen={screen} onBegin={begin} />
      <Frame key={`${at}-${visit.n}`} table={moment.table} screen={quiet} />
    </>
  );
}

const NOTHING: Status = { text: "", tone: "calm" };

/** Return a screen without a status and buttons while the best move is shown, and after the reader's move, since no
 * other follows. */
function quietAfterwards(screen: GameScreen, { helped }: MomentTable): GameScreen {
  return {
    ...screen,
    sit(table) {
      // The purpose of a phase would stay after the move.
      const { phases: _, ...sitting } = screen.sit(table);
      const moved = computed(() => helped || table.shown.value?.toAct.length === 0);
      return {
        ...sitting,
        status: computed(() => (moved.value ? NOTHING : sitting.status.value)),
        Bar: () => (moved.value ? <span class="moved"><sitting.Bar /></span> : <sitting.Bar />),
      };
    },
  };
}

interface NoteProps {
  readonly at: number;
  readonly moment: MomentTable;
  /** The moments of the same seat. */
  readonly moments: readonly Moment[];
  /** The `at` of each moment that was solved or shown. */
  readonly solved: readonly number[];
  readonly table: Table;
  readonly screen: GameScreen;
  readonly onBegin: (purpose: Visit["purpose"]) => void;
}

function MomentNote({ at, moment, moments, solved, table, screen, onBegin }: NoteProps) {
  const say = reader(table, screen.translate);
  const place = moments.findIndex((one) => one.at === at);
  const next = moments[place + 1];
  const did = moments[place]?.did;
  const stage = moment.stage.value;
  const { best = false, said = [] } = moment.judged.value ?? {};
  const told = stage === "judged" ? joined(said.map(say)) : null;
  const seat = moment.table.seat.value ?? 0;
  const whose = table.seat.value === seat ? "" : t("moment.other", { name: nameAt(table, seat) });
  const asked = stage === "asking" ? joined([whose, ...(did ? [say(did)] : []), t("moment.ask")]) : stage === "failed" ? t(moment.table.refusal.value?.code === "not-now" ? "moment.gone" : "moment.failed") : t("moment.judging");
  const text = told ?? asked;
  useEffect(() => announce("now", text), [text]);
  const settled = stage === "judged" || stage === "failed";
  const ways = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    if (settled) ways.current?.querySelector("button")?.focus();
  }, [settled]);
  const onward = stage === "judged" && best;
  return (
    <Note name="moment" label={t("moment")} text={text} point={[]}>
      {place < 0 ? (
        <small>{t("moment")}</small>
      ) : (
        <details key={at} class="moments">
          <summary data-testid="moments">
            {t("moment")} · {t("replay.at", { n: place + 1, of: moments.length })}
          </summary>
          <ol>
            {moments.map((one) => (
              <li key={one.at} aria-current={one.at === at}>
                <Link to={momentPath(table.id, one.at)} look="">
                  {say(one.did)}
                </Link> {solved.includes(one.at) && say(one.gain)}
              </li>
            ))}
          </ol>
          <Link to={stepPath(table.id, 0, moment.table.seat.peek())} look="" testid="moment-replay">
            {t("moment.replay")}
          </Link>
        </details>
      )}
      <span ref={ways} class="guide-ways">
        <MeanwhileOpened table={table} />
        {settled && (
          <button type="button" class="plain" data-testid="moment-again" onClick={() => onBegin("try")}>
            {t("moment.again")}
          </button>
        )}
        {!onward && (
          <button type="button" class="plain" data-testid="moment-show" disabled={stage === "judging"} onClick={() => onBegin("shown")}>
            {t("moment.show")}
          </button>
        )}
        {next && (
          <button type="button" class={onward ? "primary" : "plain"} data-testid="moment-next" onClick={() => go(momentPath(table.id, next.at))}>
            {t("moment.next")}
          </button>
        )}
        <button type="button" class="plain" aria-label={t("replay.end")} title={t("replay.end")} data-testid="moment-back" onClick={() => go(tablePath(table.id))}>
          <Icon name="close" />
        </button>
      </span>
    </Note>
  );
}
