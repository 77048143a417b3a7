/** A finished game at its table, step by step and from any seat. The address names the step. */
import { computed, useSignal, type Signal } from "@preact/signals";
import type { ComponentType } from "preact";
import { useEffect, useMemo, useRef } from "preact/hooks";
import { Failure } from "../net/api";
import pictureStyle from "../css/picture.css";
import sheet from "../css/replay.css";
import type { FrameProps } from "../table/frame";
import { MeanwhileOpened } from "../table/party/again";
import { LazyPart } from "../ui/lazy_part";
import { nameAt } from "../state/player_names";
import { failureText } from "../state/refusals";
import { fragment, go, replace, tablePath } from "../state/routes";
import { Icon } from "../ui/icons";
import type { GameScreen } from "../state/game_screen";
import { withMoreStyle } from "../platform/stylesheets";
import type { Table } from "../state/table";
import { goOn } from "../state/what_if";
import { openPlayback } from "./playback";
import { record, type Recording } from "./recording";
import { ReplayIcon } from "./replay_icon";
import { eyesNamed, stepNamed, stepPath } from "../state/replay_address";
import { t } from "./words";

const loadPicture = async () => (await withMoreStyle(pictureStyle, import("./picture/sheet"))).PictureSheet;

interface Props {
  readonly table: Table;
  readonly screen: GameScreen;
  readonly Frame: ComponentType<Omit<FrameProps, "loadFinale">>;
}

export function Replay({ table, screen, Frame }: Props) {
  const eyes = eyesNamed();
  // A link may name a seat that the table does not have.
  const seat = eyes !== null && eyes < table.chairs.value.length ? eyes : null;
  const ready = useSignal<"awaited" | "failed" | "styled">("awaited");
  const drawn = useSignal<number | null>(null);
  const recording = useMemo(() => record(table, seat), [table, seat]);
  useEffect(() => {
    ready.value = "awaited";
    withMoreStyle(sheet, recording.show(stepNamed())).then(
      () => (ready.value = "styled"),
      (failure: unknown) => {
        if (!(failure instanceof Failure)) throw failure;
        ready.value = "failed";
      },
    );
  }, [recording]);
  const again = useMemo(() => seenAgain(screen), [screen]);
  const { id } = table;
  // The address that was last followed or written here. Any other address is a link to follow, and is not overwritten.
  const known = useRef(fragment.peek());
  useEffect(
    () =>
      recording.at.subscribe((at) => {
        // Keep an address that already names this step: it may also name a seat that does not exist.
        if (ready.peek() !== "styled" || location.hash !== known.current || at === stepNamed()) return;
        replace(stepPath(id, at, seat));
        known.current = fragment.peek();
      }),
    [recording],
  );
  useEffect(() => {
    known.current = fragment.peek();
    // The address may have changed since rendering, so read it again.
    const named = stepNamed();
    if (ready.peek() === "styled" && named !== recording.at.peek()) void recording.show(named);
  }, [fragment.value]);
  if (ready.value === "failed") return <Failed id={id} />;
  if (recording.table.shown.value === null) return <p class="note">{t("look-back.awaited")}</p>;
  const bar = <Controls recording={recording} seat={seat} table={table} stranger={eyes !== seat} drawn={drawn} />;
  return (
    <>
      <Frame key={seat} table={recording.table} screen={again} bar={bar} />
      {drawn.value !== null && <LazyPart load={loadPicture} props={{ table, step: drawn.value, seat, onClose: () => (drawn.value = null) }} />}
    </>
  );
}

/** Return the screen for a finished game: its status describes the events, and its phases are not explained. */
function seenAgain(screen: GameScreen): GameScreen {
  return {
    ...screen,
    sit(table) {
      const { phases, call, ...sitting } = screen.sit(table);
      const happened = (): string => {
        const told = table.story.value.map(({ events }) => screen.tell(table, events, 1)).filter(Boolean);
        return told.at(-1) ?? t("replay.begins");
      };
      return { ...sitting, status: computed(() => ({ text: happened(), tone: "calm" })) };
    },
  };
}

function Failed({ id }: { readonly id: string }) {
  return (
    <main class="note">
      <p>{t("replay.failed")}</p>
      <button type="button" onClick={() => go(tablePath(id))}>
        {t("replay.end")}
      </button>
    </main>
  );
}

interface ControlsProps {
  /** The real table where the reader sits. */
  readonly table: Table;
  readonly recording: Recording;
  readonly seat: number | null;
  /** Whether the address names a seat that does not exist. */
  readonly stranger: boolean;
  /** The step whose picture is shown. */
  readonly drawn: Signal<number | null>;
}

function Controls({ table, recording, seat, stranger, drawn }: ControlsProps) {
  const { at, of, never } = recording;
  const playback = useMemo(() => openPlayback(recording), [recording]);
  useEffect(() => playback.pause, [playback]);
  const trouble = useSignal<string | null>(null);
  const asked = useRef(false);
  const show = (to: number): void => {
    playback.pause();
    void recording.show(Math.min(to, of.peek() - 1));
  };
  const toggle = (): void => (playback.playing.peek() ? playback.pause() : playback.play());
  useEffect(() => {
    // Runs before a screen handles the keys.
    const press = (event: KeyboardEvent): void => {
      const to = { ArrowLeft: at.peek() - 1, ArrowRight: at.peek() + 1, Home: 0, End: of.peek() - 1 }[event.key];
      const within = (selector: string): boolean => event.target instanceof Element && event.target.closest(selector) !== null;
      const toggles = event.key === " " && !within("button, a, summary");
      if ((to === undefined && !toggles) || within("dialog, select") || event.altKey || event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      if (to === undefined) toggle();
      else show(to);
    };
    addEventListener("keydown", press, true);
    return () => removeEventListener("keydown", press, true);
  }, [recording]);
  const last = of.value - 1;
  const playing = playback.playing.value;
  const facts = { n: at.value, of: last };
  const playOn = async (): Promise<void> => {
    if (asked.current || at.peek() >= last) return;
    asked.current = true;
    trouble.value = null;
    const toAct = recording.table.shown.peek()?.toAct[0];
    try {
      await goOn(table.id, at.peek(), seat ?? table.seat.peek() ?? toAct ?? 0);
    } catch (failure) {
      trouble.value = failureText(failure);
    } finally {
      asked.current = false;
    }
  };
  const missed = never.value === null ? null : t("replay.never", { n: never.value });
  const note = trouble.value ?? missed ?? (stranger ? t("replay.stranger") : null);
  return (
    <div class="replay-bar">
      {note !== null && (
        <p role="alert" data-testid="replay-note">
          {note}
        </p>
      )}
      <MeanwhileOpened table={table} />
      <div class="replay" data-testid="replay" data-step={at.value}>
        <div>
          <button type="button" aria-label={t("replay.back")} aria-disabled={at.value <= 0} data-testid="replay-back" onClick={() => show(at.value - 1)}>
            <ReplayIcon name="back" />
          </button>
          <button type="button" aria-label={t(playing ? "replay.pause" : "replay.play")} aria-keyshortcuts="Space" data-testid="replay-play" onClick={toggle}>
            <ReplayIcon name={playing ? "pause" : "play"} />
          </button>
          <button type="button" aria-label={t("replay.next")} aria-disabled={at.value >= last} data-testid="replay-next" onClick={() => show(at.value + 1)}>
            <ReplayIcon name="next" />
          </button>
          <input
            type="range"
            style={{ "--part": last > 0 ? at.value / last : 1 }}
            min={0}
            max={last}
            value={at.value}
            aria-label={t("replay.step")}
            aria-valuetext={t("replay.at", facts)}
            data-testid="replay-slider"
            onInput={(event) => show(event.currentTarget.valueAsNumber)}
          />
          <output>{t("replay.at", facts)}</output>
        </div>
        <div>
          <label>
            <span aria-hidden="true">{t("replay.eyes")}</span>
            <select
              aria-label={t("replay.eyes")}
              data-testid="replay-eyes"
              value={seat ?? ""}
              onChange={({ currentTarget: { value } }) => replace(stepPath(table.id, at.value, value === "" ? null : Number(value)))}
            >
              {table.chairs.value.map((_, each) => (
                <option key={each} value={each}>
                  {nameAt(table, each)}
                </option>
              ))}
              <option value="">{t("replay.watching")}</option>
            </select>
          </label>
          <button type="button" aria-label={t("replay.on")} title={t("replay.on")} aria-disabled={at.value >= last} data-testid="play-on" onClick={() => void playOn()}>
            <Icon name="bot" />
            <span aria-hidden="true">{t("replay.on")}</span>
          </button>
          <button type="button" aria-label={t("replay.picture")} title={t("replay.picture")} data-testid="replay-picture" onClick={() => (drawn.value = at.peek())}>
            <Icon name="share" />
            <span aria-hidden="true">{t("replay.picture")}</span>
          </button>
          <button type="button" aria-label={t("replay.end")} data-testid="replay-end" onClick={() => go(tablePath(table.id))}>
            <Icon name="close" />
            <span aria-hidden="true">{t("replay.end")}</span>
          </button>
        </div>
      </div>
    </div>
  );
}
