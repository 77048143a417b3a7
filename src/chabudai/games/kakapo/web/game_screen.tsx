/** The Kakapo's screen. It has no rules: it shows the view, the events and the game's answers. */
import { computed, signal } from "@preact/signals";
import { Sheet } from "@shell/ui/sheet";
import { listed } from "@shell/i18n/language";
import type { GameScreen, Sitting } from "@shell/state/game_screen";
import { wide } from "@shell/state/settings";
import { playEnd } from "@shell/stage/sound";
import { stopAll } from "@shell/platform/dispose";
import type { Table } from "@shell/state/table";
import { count, onceEnded } from "@shell/state/typed_table";
import { Bar } from "./bar";
import bigStyle from "./big/screen.css";
import { Field } from "./board/board";
import { openChoice } from "./cards/choice";
import { openDraft } from "./board/draft";
import { Ending, lastPicture } from "./review/ending";
import { onward } from "./review/onward";
import { Hand } from "./cards/hand";
import { Header } from "./header";
import { listen } from "./keyboard";
import { Lantern } from "./lantern";
import { MissionLine, MissionPanel, progress } from "./board/mission";
import { options } from "./lobby/options";
import { openOverlays, type Overlays } from "./overlays";
import { Decks, Side } from "./cards/side";
import { openStage } from "./stage";
import { openStatus, type Screen } from "./status";
import { addPatterns } from "./suits";
import { openPlay, type Task, type Play } from "./table";
import { Trick } from "./cards/trick";
import type { Over } from "./types.gen";
import { cardName, t, tell, translate } from "./words";

export const screen: GameScreen = {
  title: "Kakapo",
  shortcuts: () => [
    ["1–8", t("key.number")],
    ["← →", t("key.cards")],
    ["N C W D", t("key.skills")],
    ["← ↑ ↓ →", t("key.nudge")],
    ["R", t("key.turn")],
    ["F", t("key.flip")],
    ["G", t("key.fits")],
    ["P", t("key.other")],
    ["Esc", t("key.back")],
    ["Enter", t("key.enter")],
    ["← →", t("key.rounds")],
  ],
  bigStyle,
  tell,
  translate,
  options,
  firstMove: { text: () => t("first"), point: ["hand"] },
  sit,
};

function sit(table: Table): Sitting {
  addPatterns();
  const play = openPlay(table);
  const choice = openChoice(play);
  const draft = openDraft(play);
  const stage = openStage(play);
  const overlays = openOverlays();
  const screen: Screen = { play, choice, draft, stage, focus: signal(0) };

  const stops = [
    listen(screen),
    play.stop,
    choice.stop,
    draft.stop,
    stage.stop,
    onceEnded(play.story, ({ outcome }) => {
      playEnd(outcome.winners, play.seat.peek());
      overlays.close();
    }),
  ];

  return {
    status: openStatus(screen),
    mine: () => (play.hand.value.length === 0 ? "" : t("hand.all", { cards: listed(play.hand.value.map(cardName)) })),
    scores: () => progress(play.view.value),
    phases: { now: computed(() => phaseOf(play)), purpose: (phase) => t(`purpose.${phase as Phase}`) },
    rule: computed(() => ruleOf(play)),
    marks: (seat) => {
      const cards = count(play.view.value.hands[seat] ?? 0);
      return [{ kind: "cards", count: cards, label: t("hand.of", { n: cards }) }];
    },
    middle: "tall",
    needsBoard: computed(() => play.task.value === "place"),
    Header: () => <Header play={play} overlays={overlays} />,
    Board: () => <Middle screen={screen} overlays={overlays} />,
    Hand: () => <Hand screen={screen} />,
    Bar: () => <Bar screen={screen} overlays={overlays} />,
    Side: () => <Side play={play} />,
    End: () => <Ending play={play} />,
    onward: () => onward(play),
    ending: () => lastPicture(play),
    enact: stage.enact,
    leave: stopAll(stops),
  };
}

function Middle({ screen, overlays }: { readonly screen: Screen; readonly overlays: Overlays }) {
  const view = screen.play.view.value;
  return (
    <>
      <div class="kakapo">
        {wide.value && <Lantern />}
        {wide.value && <MissionPanel view={view} />}
        <MissionLine view={view} />
        <Trick screen={screen} />
        <Field screen={screen} />
      </div>
      {overlays.shown.value && (
        <Sheet name="decks" title={t("decks")} onClose={overlays.close}>
          <Decks play={screen.play} />
        </Sheet>
      )}
    </>
  );
}

type Phase = "revealing" | "selecting" | "placing" | "select" | "place";

/** Return the reader's phase. Selecting and placing differ from watching them. */
function phaseOf({ task, view }: Play): Phase | null {
  const { type } = view.value.phase;
  if (task.value === "select" || task.value === "place") return task.value;
  return type === "dealing" || type === "over" ? null : type;
}

/** Return the current rule. The rulebook opens there. */
function ruleOf({ task, view }: Play): string {
  const { phase } = view.value;
  return phase.type === "over" ? ENDS[phase.reason] : RULES[task.value];
}

const RULES: Readonly<Record<Task, string>> = {
  reveal: "KK-17",
  select: "KK-21",
  place: "KK-32",
  wait: "KK-13",
  over: "KK-41",
};

const ENDS: Readonly<Record<Over["reason"], string>> = {
  scanned: "KK-41",
  "no-place": "KK-39",
  "last-round": "KK-43",
  conceded: "KK-A21",
};
