/** Word Porters' screen. It has no rules: it shows the view, the events and the game's answers. */
import { computed, effect, signal } from "@preact/signals";
import { announce } from "@shell/ui/announcements";
import { close } from "@shell/ui/open_sheet";
import { listed } from "@shell/i18n/language";
import type { Mark, GameScreen, Sitting, Status } from "@shell/state/game_screen";
import { beside, wide } from "@shell/state/settings";
import { playEnd, play as sound } from "@shell/stage/sound";
import { stopAll } from "@shell/platform/dispose";
import type { Table } from "@shell/state/table";
import { onceEnded } from "@shell/state/typed_table";
import { Ballots } from "./ballots";
import { Bar, ownWord } from "./bar";
import bigStyle from "./big/screen.css";
import { Hints, Words } from "./board";
import { End } from "./end";
import { Header } from "./header";
import { didLast, stateOf } from "./last_action";
import { Identity } from "./identity";
import { listen } from "./keyboard";
import { options } from "./options";
import { openPlacing } from "./placement";
import { Review } from "./review";
import type { Screen } from "./screen";
import { openSecret } from "./secret";
import { Settings } from "./settings";
import { finished, RoundSheet } from "./sheet";
import { points, Side } from "./side";
import { openStage } from "./stage";
import { openStatus } from "./status";
import { isOnTable, openPlay, type Play, type Step } from "./table";
import { tell } from "./telling";
import { Track } from "./track";
import type { Event, Placed } from "./types.gen";
import { openVoting } from "./ballot_draft";
import { refusing, t, translate } from "./words";

export const screen: GameScreen = {
  title: "Word Porters",
  words: true,
  bigStyle,
  shortcuts: () => [
    ["P", t("key.peek")],
    ["← ↑ ↓ →", t("key.move")],
    ["C 2", t("key.address")],
    ["Enter", t("key.put")],
    ["X", t("key.pass")],
    ["1–9, 0", t("key.number")],
    ["Ctrl Enter", t("key.confirm")],
    ["Esc", t("key.clear")],
  ],
  tell,
  translate,
  options,
  firstMove: { text: () => t("first"), point: ["peek"] },
  Settings,
  sit,
};

function sit(table: Table): Sitting {
  const play = openPlay(table);
  const placing = openPlacing(play);
  const voting = openVoting(play);
  const secret = openSecret(play, () => ownWord(play));
  const stage = openStage(play);
  const nudge = signal<Status | null>(null);
  const screen: Screen = { play, placing, voting, secret, stage, nudge, put, confirm };

  function put(): void {
    const spot = placing.chosen.peek();
    if (spot !== null && spot.against === null && play.mine.peek()) placing.put();
    else if (spot?.against) refuse(refusing(spot.against));
    else refuse({ text: t(spot === null ? "nudge.choose" : "nudge.wait"), tone: "warn" });
  }

  function confirm(): void {
    const against = voting.weighed.peek()?.against;
    const votes = voting.votes.peek();
    if (against) refuse(refusing(against));
    else if (votes.every((number) => number === 0)) refuse({ text: t("nudge.vote"), tone: "warn" });
    else play.act({ type: "vote", votes });
  }

  function refuse(status: Status): void {
    nudge.value = status;
    sound("refused");
    announce("now", status.text);
  }

  function recall(placed: Placed): void {
    close();
    stage.recall([placed]);
  }

  const stops = [
    listen(screen),
    placing.stop,
    voting.stop,
    secret.stop,
    stage.stop,
    // The next choice or change to the table clears the recalled hint. A refusal stays while other seats vote.
    effect(() => {
      void placing.chosen.value;
      void voting.votes.value;
      void voting.active.value;
      void play.view.value;
      stage.forget();
    }),
    effect(() => {
      void placing.chosen.value;
      void voting.votes.value;
      void voting.active.value;
      void play.step.value;
      void play.turn.value;
      void stage.recalled.value;
      nudge.value = null;
      table.clearRefusal();
    }),
    onceEnded(play.story, ({ outcome }) => playEnd(outcome.winners, play.seat.peek())),
  ];

  return {
    status: openStatus(screen),
    phases: { now: computed(() => phaseOf(play)), purpose: (phase) => t(`purpose.${phase as Phase}`) },
    mine: () => left(screen),
    rule: computed(() => placing.chosen.value?.against?.rule ?? RULES[play.step.value]),
    marks: (seat) => marks(screen, seat),
    state: (seat) => stateOf(play, seat),
    did: (seat) => (stage.reveal.value === null && play.step.value === "hint" ? didLast(play, seat) : undefined),
    call: computed(() => (play.step.value === "vote" ? t("call.vote") : play.step.value === "rest" ? t("call.rest") : null)),
    Header: () => <Header screen={screen} />,
    Board: () => <Board screen={screen} />,
    needsBoard: computed(() => play.mine.value || (play.step.value === "vote" && !voting.confirmed.value)),
    Own: () => <Identity screen={screen} />,
    Hand: () => (wide.value && laidOut(screen) ? <Words screen={screen} /> : null),
    Bar: () => <Bar screen={screen} />,
    Side: () => <Side screen={screen} />,
    End: () => <End screen={screen} />,
    async ending() {
      const { endingOf } = await import("./ending");
      return () => endingOf(play);
    },
    recall(step) {
      const placed = (step as readonly Event[]).find((event) => event.type === "placed");
      return placed && isOnTable(play, placed) ? () => recall(placed) : null;
    },
    enact: stage.enact,
    leave: stopAll(stops),
  };
}

type Phase = "hint" | "watch" | "vote" | "rest";

/** Return the reader's phase. Giving a hint differs from watching one. */
function phaseOf({ step, mine }: Play): Phase | null {
  const now = step.value;
  if (now === "hint") return mine.value ? "hint" : "watch";
  return now === "vote" || now === "rest" ? now : null;
}

/** Return the porters that this seat has left. Its word stays secret. */
function left({ play }: Screen): string {
  const porters = play.view.value.tokens[play.seat.value ?? -1] ?? [];
  return porters.length === 0 ? t("put.none") : t("put.left", { porters: listed(porters.map(String)) });
}

/** The current rule. The rulebook opens there. */
const RULES: Readonly<Record<Step, string>> = {
  deal: "WP-12",
  hint: "WP-18",
  vote: "WP-32",
  rest: "WP-37",
  over: "WP-44",
};

function Board({ screen }: { readonly screen: Screen }) {
  const { play, stage } = screen;
  const { words, hints, placed, round } = play.view.value;
  const reveal = stage.reveal.value;
  if (reveal !== null) {
    return (
      <div key="reveal" class={reveal.turned ? "porters revealing" : "porters revealing closed"}>
        <RoundSheet play={play} shown={{ words, hints, placed, results: reveal.results, known: reveal.known, gains: [] }} />
        {!beside.value && <Track play={play} scores={points(screen)} />}
      </div>
    );
  }
  const scored = play.scored.value;
  if (play.step.value === "rest" && scored !== null) {
    return (
      <div key="rest" class="porters at-rest" tabIndex={0} role="region" aria-label={t("sheet")}>
        <RoundSheet play={play} shown={finished(scored)} />
        {!beside.value && <Track play={play} scores={points(screen)} />}
        <Review screen={screen} round={round - 1} />
      </div>
    );
  }
  return (
    <div key={play.step.value} class={`porters at-${play.step.value}`} {...(play.seat.value === null && { tabIndex: 0 })}>
      {!wide.value && <Words screen={screen} />}
      {play.step.value === "vote" && play.seat.value !== null && <Ballots screen={screen} />}
      <Hints screen={screen} />
    </div>
  );
}

/** Return whether the words are visible. They are not while a round is being revealed or has just been scored. */
const laidOut = ({ play, stage }: Screen): boolean =>
  stage.reveal.value === null && !(play.step.value === "rest" && play.scored.value !== null);

function marks(screen: Screen, seat: number): readonly Mark[] {
  const count = points(screen)[seat] ?? 0;
  return [{ kind: "points", count, label: t("points", { n: count }) }];
}
