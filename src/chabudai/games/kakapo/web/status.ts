/** The sentence of the status line. */
import { computed, type ReadonlySignal, type Signal } from "@preact/signals";
import { nameAt } from "@shell/state/player_names";
import { listed } from "@shell/i18n/language";
import type { Status } from "@shell/state/game_screen";
import type { Stage } from "@shell/stage/animation";
import { endedIn } from "@shell/state/typed_table";
import type { Choice } from "./cards/choice";
import type { Draft } from "./board/draft";
import { roundsOf } from "./box";
import type { Play } from "./table";
import type { Event, View } from "./types.gen";
import { capital, cardName, refusing, squareName, suitName, suitOf, t, tell, valueOf } from "./words";

export interface Screen {
  readonly play: Play;
  readonly choice: Choice;
  readonly draft: Draft;
  readonly stage: Stage<Event>;
  /** The square of the board that Tab focuses. */
  readonly focus: Signal<number>;
}

/** Players see their cards when they are dealt, so the status need not list them. */
const isSeen = (event: Event): boolean => event.type !== "received";

export function openStatus({ play, choice, draft, stage }: Screen): ReadonlySignal<Status> {
  const name = (seat: number): string => nameAt(play.table, seat);

  function last(): string {
    const step = play.story.value.filter((events) => events.length > 0).at(-1);
    return step ? tell(play.table, step.filter(isSeen).slice(-2)) : "";
  }

  function ended(): string {
    const end = endedIn(play.story.value);
    return end === null ? "" : tell(play.table, [end]);
  }

  function revealing(): Status {
    const must = choice.must.value;
    if (must !== null && choice.barred.value) {
      const numbers = listed([...play.playable.value].map((each) => String(valueOf(each))));
      return { text: t("status.must", { suit: suitName(must), numbers }), tone: "warn", rule: "KK-17" };
    }
    const happened = last();
    if (must !== null) return { text: t("status.follow", { suit: suitName(must) }), last: happened, tone: "turn" };
    if (play.view.value.revealed.length > 0) return { text: t("status.free"), last: happened, tone: "turn" };
    return { text: t("status.lead", { suit: suitName(play.view.value.top) }), last: happened, tone: "turn" };
  }

  /** Return which card decides the round, and why. */
  function decides(card: string): string {
    const top = play.view.value.top;
    const suit = suitOf(card);
    const facts = { card: capital(cardName(card)), suit: suitName(suit), top: suitName(top) };
    return t(suit === top ? "status.decides" : "status.decides.lead", facts);
  }

  function selecting(): Status {
    const { phase } = play.view.value;
    const answer = choice.tile.value?.answer ?? null;
    if (answer?.against) return refusing(answer.against);
    if (answer !== null && answer.stuck.length > 0) {
      return { text: t("status.stuck", { cards: listed(answer.stuck.map(cardName)) }), tone: "warn", rule: "KK-39" };
    }
    const why = phase.type === "selecting" ? decides(phase.decision) : "";
    const gone = answer !== null && answer.pieces.length === 0;
    return { text: t(gone ? "status.none" : "status.select", { why }), tone: "turn" };
  }

  /** Return the squares under the piece, and the birds that it advances. */
  function where(): string {
    const rows = draft.squares.value.map(([row]) => row);
    const columns = draft.squares.value.map(([, column]) => column);
    const first = squareName(Math.min(...rows), Math.min(...columns));
    const last = squareName(Math.max(...rows), Math.max(...columns));
    const right = (edges: View["edges"][number]): number => edges.filter((each) => each === "right").length;
    const gains = (draft.tried.value?.edges ?? []).map((edges, bird) => {
      const done = right(edges);
      const before = right(play.view.value.edges[bird] ?? []);
      return done > before ? t("status.gains", { n: bird + 1, done, of: edges.length }) : "";
    });
    const gained = gains.join("") || (draft.tried.value ? t("status.gains.none") : "");
    return (first === last ? first : `${first}–${last}`) + gained;
  }

  function placing(): Status {
    const piece = draft.piece.value;
    const tried = draft.tried.value;
    const { count, at } = draft.fits.value;
    const card = piece === null ? "" : cardName(piece);
    if (tried?.against && at === 0) return refusing(tried.against);
    if (tried !== null && tried.stuck.length > 0) {
      return { text: t("status.leaves", { cards: listed(tried.stuck.map(cardName)) }), tone: "warn", rule: "KK-39" };
    }
    const note = at > 0 ? t("status.fits", { where: where(), n: count, k: at }) : t("status.how");
    if (draft.still.value) return { ...refusing(draft.still.value), note, tone: "turn" };
    return { text: t("status.place", { card }), note, tone: "turn" };
  }

  function waiting(): Status {
    const { phase } = play.view.value;
    const note = last();
    if (play.turn.value === null) return { text: t("status.dealing"), note, tone: "calm" };
    if (play.turn.value === play.seat.value) return { text: note, tone: "calm" };
    const facts = { name: name(play.turn.value) };
    if (phase.type === "selecting") return { text: t("status.selects", facts), note: decides(phase.decision), tone: "calm" };
    if (phase.type === "placing") return { text: t("status.places", facts), note, tone: "calm" };
    return { text: t("status.thinks", facts), note, tone: "calm" };
  }

  function atRest(): Status {
    const { round, mission } = play.view.value;
    switch (play.task.value) {
      case "reveal":
        return revealing();
      case "select":
        return selecting();
      case "place":
        return placing();
      case "wait":
        return waiting();
      case "over":
        return { text: ended(), note: t("round.of", { n: round, of: roundsOf(mission.mode) }), tone: "calm" };
    }
  }

  return computed<Status>(() => {
    const playing = tell(play.table, stage.events.value.filter(isSeen).slice(0, 2));
    const decided = stage.events.value.find((event) => event.type === "decided");
    if (playing !== "") return { text: playing, note: decided ? decides(decided.card) : "", tone: "calm" };
    if (play.busy.value) return { text: t("status.pending"), tone: "calm" };
    const { text, ...rest } = atRest();
    return { text: capital(text), ...rest };
  });
}
