/** This seat's moves with its arranged cards, sent once the game has confirmed that they are allowed. */
import { effect, signal, type ReadonlySignal, type Signal } from "@preact/signals";
import type { Status } from "@shell/state/game_screen";
import { play as sound } from "@shell/stage/sound";
import { latest } from "@shell/state/typed_table";
import { isOut, type Draft } from "./draft";
import type { Play } from "./table";
import type { Planned } from "./types.gen";
import { refusing, t } from "./words";

export interface Turn {
  /** The game's answer about the words and the discard, or null between turns and until it arrives. */
  readonly plan: ReadonlySignal<Planned | null>;
  readonly nudge: Signal<Status | null>;
  readonly draw: (source: "pile" | "discards") => void;
  readonly discard: () => void;
  /** Handle a card dropped on the discards: discard it, unless the seat can go out or is laying words. */
  readonly dropped: () => void;
  /** Handle a tap on the discards: draw, choose the card to discard, or discard the chosen one. */
  readonly tapDiscards: () => void;
  readonly goOut: () => void;
  readonly layLast: () => void;
  /** Lay the words of the last turn. Without any, only say which button ends it. */
  readonly layWords: () => void;
  readonly stop: () => void;
}

export function openTurn(play: Play, draft: Draft): Turn {
  const plan = signal<Planned | null>(null);
  const nudge = signal<Status | null>(null);
  const planning = latest(
    (words: readonly (readonly string[])[], discard: string | null) => play.ask({ type: "plan", words, discard }, "planned"),
    (answer) => (plan.value = answer),
  );
  const stop = effect(() => {
    const acting = play.task.value === "act" || play.task.value === "last";
    const words = draft.words.value;
    const discard = draft.candidate.value?.face ?? null;
    planning.drop();
    nudge.value = null;
    play.table.clearRefusal();
    if (acting) planning.ask(words, discard);
    else plan.value = null;
  });

  function refuse(status: Status): void {
    nudge.value = status;
    sound("refused");
  }

  const missing = (text: string, rule: string): void => refuse({ text, tone: "warn", rule });

  function against(): boolean {
    const why = plan.value?.against ?? null;
    if (why === null) return false;
    refuse(refusing(why));
    return true;
  }

  function draw(source: "pile" | "discards"): void {
    if (play.task.value === "draw") play.act({ type: "draw", source });
  }

  function discard(): void {
    const card = draft.candidate.value;
    if (play.task.value !== "act") return;
    if (card === null) draft.choose(true);
    else play.act({ type: "discard", card: card.face });
  }

  function layLast(): void {
    const card = draft.candidate.value;
    if (play.task.value !== "last") return;
    if (card === null) draft.choose(true);
    else if (!against()) play.act({ type: "last", words: draft.words.value, discard: card.face });
  }

  const nameButton = (): void => void (nudge.value = { text: t("nudge.last"), tone: "turn", rule: "QD-15" });

  /** Discard the chosen card, unless the player must first decide between this and laying words. */
  function throwAway(): void {
    const card = draft.candidate.value?.face;
    if (play.task.value === "last") nameButton();
    else if (isOut(draft) && card !== undefined) nudge.value = { text: t("nudge.either", { card }), tone: "turn", rule: "QD-12" };
    else discard();
  }

  return {
    plan,
    nudge,
    draw,
    discard,
    dropped: throwAway,
    tapDiscards() {
      if (play.task.value === "draw") return draw("discards");
      const card = draft.candidate.value;
      if (card === null) return draft.choose(!draft.choosing.value);
      if (draft.slotted.value === null) draft.move(card.id, { kind: "discard" });
      else throwAway();
    },
    goOut() {
      const card = draft.candidate.value;
      if (play.task.value !== "act") return;
      const words = draft.words.value;
      if (words.length === 0 || card === null) missing(t("nudge.out"), "QD-12");
      else if (!against()) play.act({ type: "go-out", words, discard: card.face });
    },
    layLast,
    layWords: () => (draft.words.value.length > 0 ? layLast() : nameButton()),
    stop,
  };
}
