/** Word Bank's screen. It has no rules: it shows the view, the events and the game's answers. */
import { computed, effect, signal } from "@preact/signals";
import { announce } from "@shell/ui/announcements";
import { nameAt } from "@shell/state/player_names";
import { close, openWords } from "@shell/ui/open_sheet";
import type { Mark, GameScreen, Sitting, Status } from "@shell/state/game_screen";
import { wide } from "@shell/state/settings";
import { playEnd, play as sound } from "@shell/stage/sound";
import { stopAll } from "@shell/platform/dispose";
import type { Table } from "@shell/state/table";
import { onceEnded } from "@shell/state/typed_table";
import { Bar } from "./bar";
import bigStyle from "./big/screen.css";
import { openDraft } from "./draft";
import { End } from "./end";
import { didLast, Heap } from "./heap";
import { listen } from "./keyboard";
import { Keys } from "./keys";
import { options } from "./options";
import { Own } from "./own";
import { Ring } from "./ring";
import { Side } from "./side";
import { Settings } from "./settings";
import { openStage } from "./stage";
import { openStatus } from "./status";
import { openPlay, type Play } from "./table";
import type { Event, Said } from "./types.gen";
import { t, tell, translate } from "./words";

export const screen: GameScreen = {
  title: "Word Bank",
  letters: true,
  words: true,
  open: true,
  shortcuts: () => [
    ["A–Z", t("key.letters")],
    ["← →", t("key.turn")],
    ["↑ ↓", t("key.others")],
    ["1–7", t("key.toggle")],
    ["Enter", t("key.say")],
    ["Esc", t("key.clear")],
  ],
  bigStyle,
  tell,
  translate,
  options,
  firstMove: { text: () => t("first"), point: ["word"] },
  Settings,
  sit,
};

function sit(table: Table): Sitting {
  const play = openPlay(table);
  const draft = openDraft(play);
  const nudge = signal<Status | null>(null);
  const stage = openStage(play, forget);
  const { status, stop: stopStatus } = openStatus(play, draft, stage, nudge);

  /** Clear the draft when its word has been said. */
  function forget(seat: number, word: string): void {
    if (seat === play.seat.value && draft.word.value === word) draft.write("");
  }

  function warn(text: string): void {
    nudge.value = { text, tone: "warn" };
    pulse();
  }

  function say(): void {
    const way = draft.chosen.value;
    const why = hindrance(play, draft.word.value);
    if (why !== null) warn(why);
    else if (draft.hopeless.value) {
      sound("refused");
      announce("now", status.peek().text);
      pulse();
    } else if (way !== null) {
      play.act({ type: "say", word: draft.word.value, direction: way.direction, positions: way.positions });
    }
  }

  function recall(said: Said): void {
    close();
    stage.recall(said);
  }

  const stops = [
    listen(draft, say),
    draft.stop,
    stage.stop,
    stopStatus,
    effect(() => {
      for (const event of play.story.value.at(-1) ?? []) {
        if (event.type === "said" || event.type === "rejected") forget(event.seat, event.word);
      }
    }),
    // Show typed letters immediately.
    effect(() => {
      if (draft.word.value !== "") stage.forget();
    }),
    // The next change of the draft or of the table clears the last refusal.
    effect(() => {
      void draft.word.value;
      void draft.chosen.value;
      void play.view.value;
      nudge.value = null;
      table.clearRefusal();
    }),
    onceEnded(play.story, ({ outcome }) => playEnd(outcome.winners, play.seat.peek())),
  ];

  return {
    status,
    phases: { now: computed(() => phaseOf(play)), purpose: (phase) => t(`purpose.${phase as Phase}`) },
    rule: computed(() => draft.ways.value?.against?.rule ?? ruleOf(play)),
    marks: (seat) => marks(play, seat),
    middle: "tall",
    state: (seat) => t("state.safes", { n: play.view.value.won[seat]?.length ?? 0 }),
    did: (seat) => didLast(play, seat),
    Before: ({ seat }) => <Heap play={play} seat={seat} />,
    Header: () => (
      <span class="pile">
        <span class="card-back" aria-hidden="true" />
        <span class={wide.value ? "" : "unseen"}>{t("pile", { n: play.view.value.pile })}</span>
        {!wide.value && <span aria-hidden="true">{play.view.value.pile}</span>}
      </span>
    ),
    Board: () => <Ring play={play} draft={draft} stage={stage} onForeign={() => warn(t("nudge.latin"))} />,
    Own: () => <Own play={play} />,
    Hand: () => <Keys play={play} draft={draft} />,
    Bar: () => <Bar play={play} draft={draft} say={say} />,
    Side: () => <Side play={play} recall={recall} />,
    End: () => <End play={play} />,
    async ending() {
      const { endingOf } = await import("./ending");
      return () => endingOf(play);
    },
    recall(step) {
      const said = (step as readonly Event[]).find((event) => event.type === "said");
      return said ? () => (play.view.value.phase.type === "over" ? openWords(said.word) : recall(said)) : null;
    },
    enact: stage.enact,
    leave: stopAll(stops),
  };
}

const PULSE_MS = 600;

/** Draw attention to the status line, which says why nothing happened. Only its frame lights up, without motion. */
function pulse(): void {
  const swollen = { boxShadow: "inset 0 0 0 4px currentColor" };
  document.querySelector(".status")?.animate([swollen, swollen, { boxShadow: "inset 0 0 0 0 currentColor" }], PULSE_MS);
}

/** Return why no word can be said now, or null if one can. */
function hindrance(play: Play, word: string): string | null {
  const phase = play.view.value.phase;
  if (phase.type === "judging") return t("nudge.vote", { word: phase.say.word });
  if (phase.type === "turn" && !play.mine.value) return t("nudge.wait", { name: nameAt(play.table, phase.seat) });
  return word === "" ? t("nudge.word") : null;
}

type Phase = "say" | "wait" | "closed" | "vote";

/** Return the reader's phase: their own turn, another player's, a safe that has just closed, or a vote. */
function phaseOf({ view, mine, story }: Play): Phase | null {
  switch (view.value.phase.type) {
    case "judging":
      return "vote";
    case "turn":
      if (mine.value) return "say";
      return story.value.at(-1)?.some((event) => event.type === "closed") ? "closed" : "wait";
    default:
      return null;
  }
}

/** Return the current rule. The rulebook opens there. */
function ruleOf(play: Play): string | null {
  switch (play.view.value.phase.type) {
    case "judging":
      return "WB-A18";
    case "over":
      return "WB-27";
    default:
      return "WB-7";
  }
}

function marks(play: Play, seat: number): readonly Mark[] {
  const stones = play.view.value.stones[seat] ?? 0;
  const safes = play.view.value.won[seat]?.length ?? 0;
  return [
    { kind: "stones", count: stones, label: t("stones", { n: stones }) },
    { kind: "cards", count: safes, label: t("safes", { n: safes }) },
  ];
}

