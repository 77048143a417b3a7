/** The sentence of the status line. */
import { computed, effect, signal, type ReadonlySignal, type Signal } from "@preact/signals";
import { nameAt } from "@shell/state/player_names";
import { joined, listed } from "@shell/i18n/language";
import type { Status } from "@shell/state/game_screen";
import { endedIn } from "@shell/state/typed_table";
import type { Draft } from "./draft";
import type { Stage } from "./stage";
import type { Direction, Play } from "./table";
import type { Event, Input, Rejected } from "./types.gen";
import { t, tell, translate } from "./words";

/** Create the status. `nudge` explains why the last attempt had no effect. */
export function openStatus(
  play: Play,
  draft: Draft,
  stage: Stage,
  nudge: Signal<Status | null>,
): { readonly status: ReadonlySignal<Status>; readonly stop: () => void } {
  // Typing hides a mistake. Steps before this one count as seen.
  const heeded = signal(0);
  const stop = effect(() => {
    if (draft.word.value !== "") heeded.value = play.story.peek().length;
  });
  const name = (seat: number): string => nameAt(play.table, seat);

  /** Return the last step in as few words as possible, since the table shows the rest. */
  function last(): string {
    const step = play.story.value.at(-1) ?? [];
    if (step.some((event) => event.type === "dealt")) return "";
    const said = step.find((event) => event.type === "said");
    if (!said) return tell(play.table, step);
    const facts = { name: name(said.seat), word: said.word, n: said.positions.length };
    const closed = step.filter((event) => event.type === "closed").map((event) => event.safe.letter);
    return closed.length === 0 ? t("brief.said", facts) : t("brief.said.closed", { ...facts, safes: listed(closed) });
  }

  /** Return the rejection of this seat's last word. It is `fresh` until the seat types or another seat moves. */
  function mistake(): { readonly wrong: Rejected; readonly fresh: boolean } | null {
    const mine = play.story.value.flatMap((step, at) =>
      step.filter(isMove).filter((event) => event.seat === play.seat.value).map((event) => ({ at, event })),
    );
    const newest = mine.at(-1);
    if (newest?.event.type !== "rejected") return null;
    return { wrong: newest.event, fresh: newest.at === play.story.value.length - 1 && newest.at >= heeded.value };
  }

  function thinking(word: string): Status {
    const against = draft.ways.value?.against ?? null;
    const waiting = play.mine.value ? "" : turnOf();
    if (against !== null && word.length > 1) {
      const why = translate(against.text, against.facts);
      return { text: why.includes(word) ? why : t("against", { word, why }), tone: "warn", rule: against.rule };
    }
    const text = describe(word);
    return waiting === "" ? { text, tone: "turn" } : { text, note: waiting, tone: "calm" };
  }

  function describe(word: string): string {
    const way = draft.chosen.value;
    if (way === null) return draft.ways.value === null ? t("status.looking", { word }) : t("status.nowhere", { word });
    const sentence = path(play, word, way);
    const back: Direction = way.direction === "clockwise" ? "anticlockwise" : "clockwise";
    const other = draft.best(back);
    if (other === null || other.positions.length < 2) return sentence;
    return joined([sentence, t("path.other", { n: other.positions.length })]);
  }

  function turnOf(): string {
    const phase = play.view.value.phase;
    return phase.type === "turn" ? t("status.thinks", { name: name(phase.seat) }) : "";
  }

  const status = computed<Status>(() => {
    const phase = play.view.value.phase;
    const word = draft.word.value;
    if (phase.type === "over") {
      const end = endedIn(play.story.value);
      if (end === null) return { text: t("status.over"), tone: "calm" };
      return { text: end.outcome.winners.length > 1 ? tell(play.table, [end], 1) : ending(play, end.by), tone: "calm" };
    }
    if (phase.type === "judging") {
      const facts = { name: name(phase.seat), word: phase.say.word };
      const asked = play.legal.value.some((action) => action.type === "vote");
      return { text: t(asked ? "status.vote" : "status.votes", facts), tone: asked ? "turn" : "calm" };
    }
    if (nudge.value !== null) return nudge.value;
    const past = stage.recalled.value;
    if (past !== null && stage.events.value.length === 0) return { text: tell(play.table, [past], 1), tone: "calm" };
    if (stage.events.value.length > 0 && word === "") {
      return { text: tell(play.table, stage.events.value.filter(isHeard), 1), tone: "calm" };
    }
    if (play.table.pending.value !== null) return { text: t("status.pending"), tone: "calm" };
    if (word !== "") return thinking(word);
    const missed = mistake();
    const why = missed && translate(missed.wrong.text, missed.wrong.facts);
    if (missed?.fresh) return { text: joined([why ?? "", t("status.back")]), note: turnOf(), tone: "warn", rule: missed.wrong.rule };
    if (play.mine.value) return { text: t("status.say"), ...(why ? { note: t("status.lost", { why }) } : { last: last() }), tone: "turn" };
    return { text: turnOf(), last: last(), tone: "calm" };
  });
  return { status, stop };
}

/** The animation shows new safes, so the status does not mention them. */
const isHeard = (event: Event): boolean => event.type !== "refilled";

type Move = Extract<Event, { readonly type: "said" | "rejected" | "doubted" | "passed" }>;

const isMove = (event: Event): event is Move => ["said", "rejected", "doubted", "passed"].includes(event.type);

/** Return how the game ended. The end screen names the winners. */
function ending(play: Play, by: number | null): string {
  if (by === null) return t("end.stalemate");
  return by === play.seat.value ? t("end.mine") : t("end.by", { name: nameAt(play.table, by) });
}

function path(play: Play, word: string, way: Input): string {
  const n = way.positions.length;
  const side = n === 1 ? "one" : way.direction;
  if (way.closes.length === 0) return t(`path.${side}`, { word, n });
  const letters = way.closes.map((position) => play.view.value.ring[position]?.safe.letter ?? "");
  return t(`path.${side}.closes`, { word, n, safes: listed(letters) });
}
