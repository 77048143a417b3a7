/** The signs of players as they come: a reaction or a line rises over its sender's cushion and is announced. The button
 * opens the tray. */
import { signal, useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import type { Sign } from "../../net/types.gen";
import { pageTime } from "../../platform/clock";
import { nameAt } from "../../state/player_names";
import { still } from "../../state/settings";
import type { Table } from "../../state/table";
import { announce } from "../../ui/announcements";
import { close, sheet } from "../../ui/open_sheet";
import { Drawn } from "./drawings";
import { aloud, hasOthers, heard, mayTalk } from "./hearing";
import { say, wordsOf } from "./words";

/** The time for which a sign is over its cushion, as in the style sheet. */
const SHOWN_MS = 3200;
/** Signs that are older when they arrive are only in the tray. */
const FRESH_MS = 15_000;
/** The distance from the edges of the page, and the room that a sign needs above a cushion, in pixels. */
const EDGE = 8;
/** The room above a cushion for a sign, below the header of a table. */
const ROOM_REM = 7;

interface Risen {
  readonly sign: Sign;
  readonly above: boolean;
  readonly style: Readonly<Record<string, string>>;
}

/** Return where the sign of a seat rises: above its cushion, or below one that is at the upper edge. */
function placeAt(cushion: DOMRect): Omit<Risen, "sign"> {
  const { left, right, top, bottom } = cushion;
  const above = top > ROOM_REM * parseFloat(getComputedStyle(document.documentElement).fontSize);
  const across = left + right < innerWidth ? { left: `${Math.max(left, EDGE)}px` } : { right: `${Math.max(innerWidth - right, EDGE)}px` };
  return { above, style: { ...across, top: `${above ? top : bottom}px` } };
}

/** The number of the last sign that the reader has seen in the tray, by table. */
const seen = signal<Readonly<Record<string, number>>>({});

export function Signs({ table }: { readonly table: Table }) {
  const open = sheet.value?.kind === "talk";
  const risen = useSignal<readonly Risen[]>([]);
  const newest = useRef(-1);
  const signs = heard(table);
  const last = signs.at(-1)?.number ?? 0;
  const words = signs.filter(({ kind, seat }) => kind !== "reaction" && seat !== table.seat.value).at(-1)?.number ?? 0;
  const first = useRef(last);
  const unread = words > Math.max(seen.value[table.id] ?? 0, first.current);
  useEffect(() => {
    const fresh = signs.filter(({ number, at }) => number > newest.current && pageTime() - table.onPage(at) < FRESH_MS);
    newest.current = Math.max(newest.current, last);
    for (const sign of fresh) rise(sign);
  }, [last]);
  useEffect(() => {
    if (open) seen.value = { ...seen.value, [table.id]: last };
  }, [open, last]);

  function rise(sign: Sign): void {
    const said = wordsOf(sign);
    if (said === null) return;
    if (aloud.value && sign.seat !== table.seat.value) announce("log", say("line", { name: nameAt(table, sign.seat), said }));
    const box = document.querySelector(`main [data-seat="${sign.seat}"]`)?.getBoundingClientRect();
    if (box === undefined) return;
    const each: Risen = { sign, ...placeAt(box) };
    // A seat has one sign at a time.
    risen.value = [...risen.value.filter(({ sign: other }) => other.seat !== sign.seat), each];
    setTimeout(() => (risen.value = risen.value.filter((other) => other !== each)), SHOWN_MS);
  }

  const others = hasOthers(table);
  const may = mayTalk(table);
  const watches = table.seat.value === null && signs.length > 0 && table.lobby.value?.silent !== true;
  const talks = others && (may !== "none" || watches);
  useEffect(() => {
    if (!talks && open) close();
  }, [talks, open]);
  return (
    <>
      {talks && (
        <button
          type="button"
          class={unread ? "talk unread" : "talk"}
          aria-label={say(unread ? "talk.new" : "talk")}
          data-testid="talk"
          onClick={() => (sheet.value = { kind: "talk" })}
        >
          <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
            <path d="M4 5h16v11H11l-4.5 4v-4H4zM8.5 10.4v.2M12 10.4v.2M15.5 10.4v.2" />
          </svg>
        </button>
      )}
      {risen.value.map(({ sign, above, style }) => (
        <span
          key={sign.number}
          class={`risen${above ? " above" : ""}${still.value ? " still" : ""}${sign.kind === "reaction" ? "" : " worded"}`}
          style={style}
          data-testid={`risen-${sign.seat}`}
          aria-hidden="true"
        >
          {sign.kind === "reaction" ? <Drawn name={sign.said} /> : <bdi>{wordsOf(sign)}</bdi>}
        </span>
      ))}
    </>
  );
}
