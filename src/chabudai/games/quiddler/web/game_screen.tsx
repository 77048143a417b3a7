/** Quiddler's screen. It has no rules: it shows the view, the events and the game's answers. */
import { computed } from "@preact/signals";
import { joined } from "@shell/i18n/language";
import type { Mark, GameScreen, Sitting } from "@shell/state/game_screen";
import { wide } from "@shell/state/settings";
import { playEnd } from "@shell/stage/sound";
import { stopAll } from "@shell/platform/dispose";
import type { Table } from "@shell/state/table";
import { count, onceEnded } from "@shell/state/typed_table";
import { Bar } from "./bar";
import bigStyle from "./big/screen.css";
import { addCardParts } from "./card";
import { openColumns } from "./columns";
import { openChallenging } from "./challenge";
import { didLast } from "./last_action";
import { openDraft } from "./draft";
import { End } from "./end";
import { Header } from "./header";
import { worth } from "./faces";
import { listen } from "./keyboard";
import { LaidBefore } from "./laid_words";
import { options } from "./options";
import { openOverlays } from "./overlays";
import { Board } from "./piles";
import { Rack } from "./rack";
import type { Event, Laid } from "./types.gen";
import { Overlay } from "./sheets";
import { Side } from "./side";
import { ColumnsBoard } from "./solo";
import { openStage } from "./stage";
import { openStatus, type Screen } from "./status";
import { openPlay, type Task, type Play } from "./table";
import { openTurn } from "./turn";
import { spelled, t, tell, translate } from "./words";

export const screen: GameScreen = {
  title: "Quiddler",
  letters: true,
  words: true,
  shortcuts: () => [
    ["D", t("key.deck")],
    ["T", t("key.take")],
    ["A–Z", t("key.letters")],
    ["Tab", t("key.ways")],
    [t("key.space"), t("key.next")],
    ["- A–Z", t("key.discard")],
    ["Enter", t("key.enter")],
    ["Ctrl Enter", t("key.out")],
    ["C", t("key.challenge")],
    ["/", t("key.lookup")],
    ["Esc", t("key.clear")],
  ],
  bigStyle,
  tell,
  translate,
  options,
  firstMove: { text: () => t("first"), point: ["draw-deck", "draw-discard"] },
  sit,
};

function sit(table: Table): Sitting {
  addCardParts();
  const play = openPlay(table);
  const draft = openDraft(play);
  const turn = openTurn(play, draft);
  const challenging = openChallenging(play);
  const columns = openColumns(play);
  const stage = openStage(play);
  const overlays = openOverlays();
  const screen: Screen = { play, draft, turn, challenging, columns, stage };

  const stops = [
    listen(screen, overlays),
    draft.stop,
    turn.stop,
    challenging.stop,
    columns.stop,
    stage.stop,
    onceEnded(play.story, ({ outcome }) => {
      playEnd(outcome.winners, play.seat.peek());
      overlays.close();
    }),
  ];

  return {
    status: openStatus(screen),
    phases: { now: computed(() => met(play)), purpose: (phase) => t(`purpose.${phase as Met}`) },
    mine: () => held(screen),
    call: computed(() => called(play)),
    rule: computed(() => turn.plan.value?.against?.rule ?? RULES[play.task.value]),
    marks: (seat) => marks(play, seat),
    middle: "small",
    needsBoard: computed(() => play.task.value === "draw" || play.challengeable.value.length > 0),
    state: (seat) => stateOf(play, seat),
    did: (seat) => didLast(play, seat),
    Before: ({ seat }) => (seat === play.seat.value ? null : <LaidBefore screen={screen} overlays={overlays} seat={seat} />),
    Header: () => <Header play={play} overlays={overlays} />,
    Board: () => (
      <>
        {play.columns.value.length > 0 ? (
          <ColumnsBoard screen={screen} overlays={overlays} />
        ) : (
          <Board screen={screen} overlays={overlays} />
        )}
        <Overlay screen={screen} overlays={overlays} />
      </>
    ),
    Hand: () => (play.task.value === "solo" ? null : <Rack screen={screen} overlays={overlays} />),
    Bar: () => <Bar screen={screen} overlays={overlays} />,
    Side: () => <Side play={play} overlays={overlays} />,
    End: () => <End screen={screen} overlays={overlays} />,
    async ending() {
      const { endingOf } = await import("./ending");
      return () => endingOf(play);
    },
    recall(step) {
      const words = (step as readonly Event[]).flatMap(laidBy);
      return words.length > 0 ? () => overlays.open({ kind: "words", words }) : null;
    },
    enact: stage.enact,
    leave: stopAll(stops),
  };
}

/** Return the words that an event puts on the table. */
function laidBy(event: Event): readonly Laid[] {
  if (event.type !== "went-out" && event.type !== "added") return [];
  return event.words.map((cards) => ({ seat: event.seat, cards, points: worth(cards), verdict: null }));
}

/** Return a seat's call to action, if it is not an ordinary turn. */
function called(play: Play): string | null {
  if (play.task.value === "settle") return t(play.checked.value ? "call.settle.checked" : "call.settle");
  return play.view.value.last === null ? null : t("call.last");
}

type Met = "draw" | "act" | "last" | "settle" | "checked" | "doubt" | "solo";

/** Return the reader's phase, or null. Once a verdict has shown how challenges work, they are not a phase. */
function met(play: Play): Met | null {
  const judged = play.view.value.laid.some(({ verdict }) => verdict !== null);
  switch (play.task.value) {
    case "settle":
      if (play.checked.value) return "checked";
      return judged ? null : "settle";
    case "wait":
      return play.challengeable.value.length > 0 && !judged ? "doubt" : null;
    case "over":
      return null;
    case "draw":
      return play.view.value.last === null ? "draw" : null;
    default:
      return play.task.value;
  }
}

/** Return the words that this seat has built, and its other cards. */
function held({ draft, columns, play }: Screen): string {
  if (play.columns.value.length > 0) return columns.status.value.text;
  const words = draft.words.value.map((word) => t("hand.word", { word: spelled(word), n: worth(word) }));
  const cards = [...draft.rest.value, draft.candidate.value].flatMap((card) => card?.face ?? []);
  return joined([...words, cards.length > 0 ? t("hand.cards", { cards: cards.join(", ") }) : t("hand.none")]);
}

/** The current rule. The rulebook opens there. */
const RULES: Readonly<Record<Task, string>> = {
  draw: "QD-9",
  act: "QD-12",
  last: "QD-15",
  settle: "QD-24",
  solo: "QD-A18",
  wait: "QD-24",
  over: "QD-36",
};

function stateOf({ view }: Play, seat: number): string {
  const { last, hands, phase } = view.value;
  if (last?.out === seat) return t("state.out");
  return phase.type === "settling" ? "" : t("state.cards", { n: count(hands[seat] ?? 0) });
}

function marks(play: Play, seat: number): readonly Mark[] {
  const { hands } = play.view.value;
  const cards = count(hands[seat] ?? 0);
  const points = play.totals.value[seat] ?? 0;
  const total: Mark = { kind: "points", count: points, label: t("points", { n: points }) };
  if (hands.length === 1) return [total];
  return wide.value || hands.length < 3 ? [total, { kind: "cards", count: cards, label: t("hand.of", { n: cards }) }] : [total];
}
