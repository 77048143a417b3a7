/** The sentence of the status line. */
import { computed, type ReadonlySignal } from "@preact/signals";
import { nameAt } from "@shell/state/player_names";
import { listed } from "@shell/i18n/language";
import type { Status } from "@shell/state/game_screen";
import { endedIn } from "@shell/state/typed_table";
import type { Stage } from "@shell/stage/animation";
import type { Draft } from "./draft";
import type { Columns } from "./columns";
import type { Challenging } from "./challenge";
import type { Play } from "./table";
import type { Turn } from "./turn";
import type { Event } from "./types.gen";
import { refusing, spelled, t, tell } from "./words";

export interface Screen {
  readonly play: Play;
  readonly draft: Draft;
  readonly turn: Turn;
  readonly challenging: Challenging;
  readonly columns: Columns;
  readonly stage: Stage<Event>;
}

/** A seat's cards are visible when they are dealt, so the status need not name them. */
const isSeen = (event: Event): boolean => event.type !== "received";

export function openStatus({ play, draft, turn, challenging, columns, stage }: Screen): ReadonlySignal<Status> {
  const name = (seat: number): string => nameAt(play.table, seat);

  const last = (): string => {
    const step = play.story.value.filter((events) => events.length > 0).at(-1);
    return step ? tell(play.table, step.filter(isSeen).slice(0, 2)) : "";
  };

  /** Return the last decision in this round: a seat going out, or the verdict on a word. */
  const decided = (): string => {
    const decisive = (event: Event): boolean => ["went-out", "capped", "challenged"].includes(event.type);
    const event = play.story.value.flat().filter(decisive).at(-1);
    // By then, the last turns that `capped` announces are over.
    return event === undefined || event.type === "capped" ? "" : tell(play.table, [event], 1);
  };

  function considering(): Status | null {
    const word = play.view.value.laid[challenging.word.value ?? -1];
    const stake = challenging.stake.value;
    if (word === undefined || stake === null) return null;
    if (stake.against !== null) return refusing(stake.against);
    const facts = { word: spelled(word.cards), name: name(word.seat), a: stake.if_allowed, b: stake.if_not };
    return { text: t("status.stake", facts), tone: "turn", rule: "QD-25" };
  }

  function spelling(): Status | null {
    const word = draft.typed.value;
    if (!draft.typing.value) return null;
    const { count, at } = draft.ways.value;
    if (draft.spells.value === false) return { text: t("status.unspelled", { word }), tone: "calm" };
    if (count > 1) return { text: t("status.ways", { word, k: at + 1, n: count }), tone: "turn" };
    return null;
  }

  function acting(): Status {
    const why = turn.plan.value?.against ?? null;
    const words = draft.words.value;
    if (draft.choosing.value) return { text: t("status.choose"), tone: "turn", rule: "QD-10" };
    if (why !== null && words.length > 0 && why.rule !== "QD-12") return refusing(why);
    const card = draft.candidate.value?.face;
    if (play.task.value === "last") return { text: t("status.last"), note: drawn(), tone: "turn" };
    if (words.length > 0 && card !== undefined && draft.rest.value.length === 0) {
      return { text: t("status.out", { card }), tone: "turn" };
    }
    if (card !== undefined) return { text: t("status.discard", { card }), note: drawn(), tone: "turn" };
    return { text: t("status.act"), note: drawn(), tone: "turn" };
  }

  function drawn(): string {
    const { phase } = play.view.value;
    if (phase.type !== "acting" || phase.card === null) return "";
    return t(phase.source === "pile" ? "status.drew" : "status.took", { card: phase.card });
  }

  function atRest(): Status {
    const { phase } = play.view.value;
    switch (play.task.value) {
      case "draw":
        return { text: t(play.view.value.last === null ? "status.draw" : "status.draw.last"), note: last(), tone: "turn" };
      case "act":
      case "last":
        return acting();
      case "settle":
        return settling();
      case "solo":
        return columns.status.value;
      case "over":
        return over();
      case "wait":
        if (phase.type === "settling") return settling();
        if (play.turn.value === null) return { text: t("status.dealing"), note: last(), tone: "calm" };
        return { text: t("status.thinks", { name: name(play.turn.value) }), note: last(), tone: "calm" };
    }
  }

  function settling(): Status {
    const { phase } = play.view.value;
    if (phase.type !== "settling") return { text: "", tone: "calm" };
    const late = phase.ready.flatMap((ready, seat) => (ready ? [] : [seat]));
    if (!late.includes(play.seat.value ?? -1)) {
      return { text: t("status.waits", { names: listed(late.map(name)) }), note: decided(), tone: "calm" };
    }
    return { text: t(play.checked.value ? "status.checked" : "status.settle"), note: decided(), tone: "turn" };
  }

  function over(): Status {
    const end = endedIn(play.story.value);
    if (end !== null && end.outcome.winners.length > 1) return { text: tell(play.table, [end], 1), tone: "calm" };
    return { text: t(play.view.value.hands.length === 1 ? "status.over" : "end.how"), tone: "calm" };
  }

  return computed<Status>(() => {
    if (turn.nudge.value !== null) return turn.nudge.value;
    const playing = tell(play.table, stage.events.value.filter(isSeen).slice(0, 2));
    if (playing !== "") return { text: playing, tone: "calm" };
    if (play.table.pending.value !== null) return { text: t("status.pending"), tone: "calm" };
    return considering() ?? spelling() ?? atRest();
  });
}
