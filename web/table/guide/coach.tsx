/** A guide's note above its table: the text of the current lesson, and rings around the elements it is about.
 *
 * Only the server knows the required action; the note shows the lesson that the server has sent. */
import { useSignal, useSignalEffect } from "@preact/signals";
import type { ComponentChild } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { announce } from "../../ui/announcements";
import { LazyPart } from "../../ui/lazy_part";
import { lang } from "../../i18n/language";
import { rememberOffer } from "../../state/guide_offers";
import { go } from "../../state/routes";
import { rememberSeen } from "../../state/last_seen";
import type { Table } from "../../state/table";
import type { Guided } from "../../net/types.gen";
import { t } from "./words";

/** Milliseconds between searches for the elements: they move with the table's pieces. */
const LOOK_MS = 120;
/** The distance of a ring from its element, in pixels. */
const ROUND = 3;
/** Elements below this height, in pixels, are between lines that a ring of the usual thickness would cover. */
const LOW = 24;
const ROUND_LOW = 1;
/** Elements above this height, in pixels, are boards with other elements at their very edge, so the ring is inside. */
const HIGH = 240;
const ROUND_HIGH = -3;

/** A button that starts a game with bots. */
export interface PlayingProps {
  readonly table: Table;
  readonly label: string;
}

interface Props {
  readonly table: Table;
  /** Fetches the button at the end of a guide. */
  readonly loadPlaying: () => Promise<(props: PlayingProps) => ComponentChild>;
}

export function Coach({ table, loadPlaying }: Props) {
  const note = useRef<HTMLElement>(null);
  const lesson = useSignal<Guided | null>(null);
  // Show a lesson once the table shows the step that leads to it.
  useSignalEffect(() => {
    const next = table.guided.value;
    if (next !== null && (table.shown.value?.seq ?? 0) >= next.seq) lesson.value = next;
  });
  const present = lesson.value;
  const text = present?.text[lang.value] ?? "";
  useEffect(() => announce("now", text), [text]);
  // Announce the lesson again after an action that it does not ask for.
  useSignalEffect(() => {
    if (table.refusal.value?.code === "guide") announce("now", text);
  });
  useEffect(() => rememberOffer(table.hello.value?.game ?? ""), [table]);
  // The table makes room for the note.
  useLayoutEffect(() => {
    const page = note.current?.parentElement;
    page?.classList.add("guided");
    return () => page?.classList.remove("guided");
  }, []);
  const { at = 0, of = 1, point = [] } = present ?? {};
  return (
    <section key={lang.value} ref={note} class="guide-note" aria-label={t("guide")} data-testid="guide" data-at={present?.at}>
      <Rings names={point} />
      <p class="guide-head">
        <small key={`${at}/${of}`}>{t("at", { n: at + 1, of })}</small>
        <span class="guide-ways">
          {at > 0 && (
            <button type="button" class="plain" data-testid="guide-again" onClick={() => again(table)}>
              {t("again")}
            </button>
          )}
          <button type="button" class="plain" data-testid="guide-leave" onClick={() => go("/")}>
            {t("leave")}
          </button>
          {at === of - 1 && <LazyPart load={loadPlaying} props={{ table, label: t("play") }} />}
        </span>
      </p>
      {/* A new element for each lesson. */}
      <p key={at} class="guide-text" data-testid="guide-text">
        {text}
      </p>
    </section>
  );
}

function again(table: Table): void {
  rememberSeen(table.id, 0);
  location.reload();
}

type Box = readonly [left: number, top: number, width: number, height: number];

/** Return the boxes of the lesson's elements that are on the screen. */
function boxesOf(names: readonly string[]): readonly Box[] {
  return names.flatMap((name) => {
    const box = document.querySelector(`[data-testid="${name}"]`)?.getBoundingClientRect();
    return box && box.width * box.height > 0 ? [[box.left, box.top, box.width, box.height] satisfies Box] : [];
  });
}

function Rings({ names }: { readonly names: readonly string[] }) {
  const [found, setFound] = useState("[]");
  const wanted = names.join(" ");
  useLayoutEffect(() => {
    const look = (): void => setFound(JSON.stringify(boxesOf(wanted.split(" "))));
    look();
    const looking = window.setInterval(look, LOOK_MS);
    return () => clearInterval(looking);
  }, [wanted]);
  return (
    <>
      {(JSON.parse(found) as readonly Box[]).map((box, at) => (
        <Ring key={at} box={box} />
      ))}
    </>
  );
}

function Ring({ box: [left, top, width, height] }: { readonly box: Box }) {
  const ring = useRef<HTMLDivElement>(null);
  const low = height < LOW;
  const round = low ? ROUND_LOW : height > HIGH ? ROUND_HIGH : ROUND;
  useLayoutEffect(() => {
    const style = ring.current?.style;
    const from = Math.max(0, left - round);
    const to = Math.min(document.documentElement.clientWidth, left + width + round);
    style?.setProperty("translate", `${from}px ${top - round}px`);
    style?.setProperty("width", `${to - from}px`);
    style?.setProperty("height", `${height + 2 * round}px`);
  });
  return <div ref={ring} class={low ? "guide-ring slim" : "guide-ring"} />;
}
