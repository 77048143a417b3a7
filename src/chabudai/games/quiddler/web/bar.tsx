/** The buttons for this seat's next move, each labelled with its result. */
import { useState } from "preact/hooks";
import { listed } from "@shell/i18n/language";
import { nameAt } from "@shell/state/player_names";
import { AreYouSure } from "@shell/ui/are_you_sure";
import { Icon } from "@shell/ui/icons";
import { wide } from "@shell/state/settings";
import { isOut } from "./draft";
import { ORDERS, type Overlays } from "./overlays";
import type { Screen } from "./status";
import type { Planned } from "./types.gen";
import { spelled, t } from "./words";

interface Props {
  readonly screen: Screen;
  readonly overlays: Overlays;
}

export function Bar({ screen, overlays }: Props) {
  const { play, challenging } = screen;
  if (play.seat.value === null) return <p class="bar-note">{t("watching")}</p>;
  if (challenging.word.value !== null) return <Challenge screen={screen} word={challenging.word.value} />;
  switch (play.task.value) {
    case "over":
      return null;
    case "solo":
      return <Alone screen={screen} />;
    case "settle":
      return <Settle screen={screen} overlays={overlays} />;
    default:
      return (
        <>
          {screen.draft.hand.value.length > 0 && <Sort screen={screen} overlays={overlays} />}
          <Turn screen={screen} overlays={overlays} />
        </>
      );
  }
}

function Sort({ screen: { draft }, overlays }: Props) {
  const order = ORDERS[overlays.sorted.value % ORDERS.length] ?? "mixed";
  return (
    <button
      type="button"
      class="quiet"
      data-testid="sort"
      aria-label={t(`sort.${order}`)}
      onClick={() => {
        draft.arrange(order);
        overlays.sorted.value += 1;
      }}
    >
      <Icon name="shuffle" />
      {wide.value && t(`sort.${order}`)}
    </button>
  );
}

/** The buttons of a turn. Each has a key, so that a new button does not reuse an old one's element. */
function Turn({ screen, overlays }: Props) {
  const { play, draft, turn } = screen;
  const card = draft.candidate.value?.face ?? null;
  const asked = card === null && draft.choosing.value;
  const free = play.table.pending.value === null;
  switch (play.task.value) {
    case "draw":
      return (
        <>
          <button type="button" key="draw-discard" data-testid="draw-discard" onClick={() => turn.draw("discards")}>
            {t("take", { card: play.view.value.discards.at(-1) ?? "" })}
          </button>
          <button
            type="button"
            class="primary"
            key="draw-deck"
            data-testid="draw-deck"
            aria-disabled={play.view.value.pile === 0}
            onClick={() => turn.draw("pile")}
          >
            {t("draw")}
          </button>
        </>
      );
    case "act":
      return (
        <>
          <button
            type="button"
            class={isOut(draft) || asked ? "" : "primary"}
            key="discard"
            data-testid="discard"
            aria-disabled={!free}
            onClick={() => (asked ? draft.choose(false) : turn.discard())}
          >
            {card === null ? t(asked ? "discard.not" : "discard.none") : t("discard", { card })}
          </button>
          <button
            type="button"
            class={isOut(draft) ? "primary" : ""}
            key="go-out"
            data-testid="go-out"
            aria-disabled={!free || !isOut(draft)}
            onClick={turn.goOut}
          >
            {isOut(draft) ? t("out", { card: card ?? "" }) : t("out.none")}
            {wide.value && <kbd aria-hidden="true">Ctrl ↵</kbd>}
          </button>
        </>
      );
    case "last": {
      const plan = turn.plan.value;
      // Players hardly ever want to lay nothing.
      const nothing = plan === null || plan.words === 0;
      return (
        <button
          type="button"
          class={nothing ? "quiet" : "primary"}
          key="last"
          data-testid="last"
          aria-disabled={!free || card === null || plan?.against != null}
          onClick={turn.layLast}
        >
          {plan === null ? t("spell.none") : t(laying(plan), { a: plan.words, b: plan.left, n: plan.points })}
          {card !== null && <small>{t(play.checked.value && !nothing ? "last.checked" : "last.discard", { card })}</small>}
        </button>
      );
    }
    default:
      return (
        <button type="button" onClick={() => overlays.open({ kind: "lookup" })} data-testid="lookup-bar">
          <Icon name="book" />
          {t("lookup")}
        </button>
      );
  }
}

/** Return the key of the text about the last turn's points, which differs if a round's floor raises the score. */
function laying({ words, left, points }: Planned): "last" | "last.all" | "last.none" | "last.floor" | "last.floor.none" {
  if (points > words - left) return words === 0 ? "last.floor.none" : "last.floor";
  if (words === 0) return "last.none";
  return left === 0 ? "last.all" : "last";
}

function Settle({ screen: { play }, overlays }: Props) {
  const { phase } = play.view.value;
  if (phase.type !== "settling") return null;
  const me = play.seat.value ?? -1;
  const others = phase.ready.flatMap((ready, seat) => (ready || seat === me ? [] : [seat]));
  const names = listed(others.map((seat) => nameAt(play.table, seat)));
  const done = phase.ready[me] === true;
  return (
    <>
      <button type="button" class="quiet" onClick={() => overlays.open({ kind: "lookup" })} aria-label={t("lookup")}>
        <Icon name="book" />
        {wide.value && t("lookup")}
      </button>
      <button
        type="button"
        class="primary"
        data-testid="ready"
        aria-disabled={done || play.table.pending.value !== null}
        onClick={() => !done && play.act({ type: "ready" })}
      >
        {done ? t("ready.waits", { names }) : t(play.view.value.round === 8 ? "ready.end" : "ready")}
        {!done && others.length > 0 && <small>{t("ready.after", { names })}</small>}
      </button>
    </>
  );
}

function Challenge({ screen: { play, challenging }, word }: { readonly screen: Screen; readonly word: number }) {
  const stake = challenging.stake.value;
  const laid = play.view.value.laid[word];
  if (laid === undefined) return null;
  const may = stake !== null && stake.against === null;
  return (
    <>
      <button type="button" data-testid="challenge-no" onClick={challenging.drop}>
        {t("challenge.no")}
      </button>
      <button
        type="button"
        class="primary"
        data-testid="challenge-yes"
        aria-disabled={!may}
        onClick={() => may && challenging.challenge()}
      >
        {t("challenge.yes", { word: spelled(laid.cards) })}
        {stake !== null && may && (
          <small>
            {stake.if_allowed === stake.if_not
              ? t("challenge.either", { n: stake.if_allowed })
              : t("challenge.stake", { a: stake.if_allowed, b: stake.if_not })}
          </small>
        )}
      </button>
    </>
  );
}

function Alone({ screen: { play, columns } }: { readonly screen: Screen }) {
  const [stopping, setStopping] = useState(false);
  const word = columns.word.value;
  if (stopping) {
    const act = (): void => play.act({ type: "stop" });
    return <AreYouSure name="stop" text={t("stop.sure")} no={t("stop.no")} yes={t("stop.yes")} back={() => setStopping(false)} act={act} />;
  }
  return (
    <>
      <button type="button" class="quiet" data-testid="stop" onClick={() => setStopping(true)}>
        {t("stop")}
      </button>
      <button type="button" aria-disabled={word === ""} onClick={columns.clear}>
        {t("back")}
      </button>
      <button type="button" class="primary" data-testid="spell" aria-disabled={word === ""} onClick={columns.lay}>
        {word === "" ? t("spell.none") : t("spell", { word })}
      </button>
    </>
  );
}
