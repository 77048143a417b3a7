/** The review: every round with all hands open, and whether the mission could still be won. */
import { useSignal } from "@preact/signals";
import { useEffect, useRef, useState } from "preact/hooks";
import { announce } from "@shell/ui/announcements";
import { Failure } from "@shell/net/api";
import { nameAt } from "@shell/state/player_names";
import { reader } from "@shell/state/telling";
import { listenToKeys } from "@shell/ui/keys";
import { listed } from "@shell/i18n/language";
import { WhatIf } from "@shell/end/what_if";
import { Icon } from "@shell/ui/icons";
import { lookBack } from "@shell/net/jobs";
import { Recalled } from "./round_review";
import { SuitMark } from "../suits";
import type { Play } from "../table";
import type { Looked, Round, Turned, View } from "../types.gen";
import { capital, cardName, suitOf, t, translate } from "../words";

export type Chance = boolean | null;
type Name = (seat: number) => string;

/** Load whether each round could still be won. The server computes it, which takes a while and may fail. */
function useLook(table: string): Looked | "awaited" | "failed" {
  const [look, setLook] = useState<Looked | "awaited" | "failed">("awaited");
  useEffect(() => {
    lookBack(table).then(
      (answer) => setLook(answer as Looked),
      (failure: unknown) => {
        if (!(failure instanceof Failure)) throw failure;
        setLook("failed");
      },
    );
  }, [table]);
  return look;
}

export function Review({ play }: { readonly play: Play }) {
  const view = play.view.value;
  const look = useLook(play.table.id);
  const looked = typeof look === "string" ? null : look;
  const line = looked?.line ?? [];
  const won = view.phase.type === "over" && view.phase.reason === "scanned";
  /** The round, from 0, at which the winning line differs from the game. */
  const from = looked?.turned?.round ?? (won ? 0 : view.moments.length - 1);
  const winning = useSignal(false);
  const board = useRef<HTMLDivElement>(null);
  const moments = winning.value ? [...view.moments.slice(0, from), ...line] : view.moments;
  // A signal, so that each of several keys pressed quickly sees the round that the previous one reached.
  const here = useSignal(view.moments.length - 1);
  const at = here.value;
  const name: Name = (seat) => nameAt(play.table, seat);
  const moment = moments[at];
  const turned = winning.value ? null : (looked?.turned ?? null);
  const chances = winning.value ? [] : (looked?.winnable ?? []);
  const sentences = (number: number): string => {
    const chance = chances[number];
    const known = chance === undefined ? "" : t(`chance.${word(chance)}`);
    const turn = turned?.round === number ? turning(turned, name) : "";
    const story = [said(moments[number]?.round ?? null, name), known, turn].filter((each) => each !== "").join(" ");
    return `${t("review.round", { n: number + 1 })}: ${story}`;
  };
  const go = (number: number): void => {
    const to = Math.max(0, Math.min(moments.length - 1, number));
    if (to !== here.peek()) announce("log", sentences(to));
    here.value = to;
  };
  function switchLine(): void {
    winning.value = !winning.peek();
    here.value = winning.peek() ? from : Math.min(here.peek(), view.moments.length - 1);
    // On a phone the board is below the tapped element.
    board.current?.scrollIntoView({ block: "nearest" });
  }
  useEffect(() => listenToKeys(step));
  function step(event: KeyboardEvent): boolean {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (by === undefined || event.ctrlKey || event.shiftKey) return false;
    go(here.peek() + by);
    return true;
  }
  if (moment === undefined) return null;
  return (
    <section class="review" data-testid="review" data-round={at + 1} aria-label={t("review")}>
      <h3>{t("review")}</h3>
      {typeof look === "string" ? <p class="note">{t(`review.${look}`)}</p> : <Verdict look={look} play={play} />}
      <div class="review-ways">
        <button type="button" data-testid="review-back" aria-disabled={at === 0} onClick={() => go(here.peek() - 1)}>
          ‹ {t("review.back")}
        </button>
        <button type="button" data-testid="review-on" aria-disabled={at === moments.length - 1} onClick={() => go(here.peek() + 1)}>
          {t("review.on")} ›
        </button>
        {turned && (
          <button type="button" class="to-turn" data-testid="to-turn" aria-pressed={at === turned.round} onClick={() => go(turned.round)}>
            <Icon name="flag" />
            {t("review.turn")}
          </button>
        )}
        {line.length > 0 && (
          <button type="button" data-testid="winning-line" aria-pressed={winning.value} onClick={switchLine}>
            {t(winning.value ? "review.played" : won ? "review.faster" : "review.line")}
          </button>
        )}
      </div>
      {winning.value && <p class="note">{won ? t("review.faster.note", { n: line.length }) : t("review.line.note", { n: from + 1 })}</p>}
      <div class="review-track" style={{ "--rounds": moments.length }}>
        {moments.length > 1 && (
          <input
            type="range"
            min="1"
            max={moments.length}
            value={at + 1}
            data-testid="review-slider"
            aria-label={t("review.slider")}
            aria-valuetext={sentences(at)}
            onInput={(event) => (here.value = Number(event.currentTarget.value) - 1)}
          />
        )}
        <ol data-stops="own">
          {moments.map(({ round }, number) => (
            <li key={number}>
              <button
                type="button"
                class={number === at ? "round-step here" : "round-step"}
                aria-pressed={number === at}
                data-testid={`review-${number + 1}`}
                onClick={() => go(number)}
              >
                <b aria-hidden="true">{number + 1}</b>
                <span class="unseen">{t("review.round", { n: number + 1 })}</span>
                {round && <SuitMark suit={suitOf(round.decision)} />}
                <Sign chance={chances[number]} />
                {turned?.round === number && (
                  <>
                    <Icon name="flag" />
                    <span class="unseen">{t("review.turn")}</span>
                  </>
                )}
              </button>
            </li>
          ))}
        </ol>
      </div>
      <Recalled board={board} view={view} moment={moment} at={at} name={name} turned={turned?.round === at ? turned : null}>
        <p class="review-line">{said(moment.round, name)}</p>
        {chances[at] !== undefined && (
          <p class={`chance-line ${word(chances[at] ?? null)}`} data-testid="chance">
            {t(`chance.${word(chances[at] ?? null)}`)}
          </p>
        )}
        {turned?.round === at && (
          <p class="turn-line" data-testid="turned">
            <Icon name="flag" />
            {turning(turned, name)}
          </p>
        )}
        {!winning.value && <WhatIf table={play.table} round={at + 1} start={moment.start} isOf={(step) => (step as View).round === at + 1} />}
      </Recalled>
    </section>
  );
}

const word = (chance: Chance): "yes" | "no" | "unknown" => (chance === null ? "unknown" : chance ? "yes" : "no");
const SIGNS = { yes: "✓", no: "✕", unknown: "?" } as const;

function Sign({ chance }: { readonly chance: Chance | undefined }) {
  if (chance === undefined) return <span class="chance" />;
  return (
    <span class={`chance ${word(chance)}`}>
      <span aria-hidden="true">{SIGNS[word(chance)]}</span>
      <span class="unseen">{t(`chance.${word(chance)}`)}</span>
    </span>
  );
}

/** The facts about a win, or the round that lost the mission. */
function Verdict({ look, play }: { readonly look: Looked; readonly play: Play }) {
  const read = reader(play.table, translate);
  if (look.facts.length === 0) return <p data-testid="turning">{verdict(look)}</p>;
  return (
    <ul class="win-facts" data-testid="turning">
      {look.facts.map((fact, at) => (
        <li key={at}>{capital(read(fact))}</li>
      ))}
    </ul>
  );
}

/** Return a sentence on how long the mission could still be won. */
function verdict({ winnable, turned }: Looked): string {
  if (turned !== null) return t(turned.proved ? "turning.at" : "turning.after", { n: turned.round + 1 });
  if (winnable.includes(true)) return t("turning.never");
  return t(winnable[0] === false ? "turning.hopeless" : "turning.start");
}

/** Return the event that made the mission impossible to win, as a sentence. */
function turning({ by, seat, card, proved }: Turned, name: Name): string {
  return capital(t(`turn.${by}`, { name: name(seat), card: cardName(card), then: t(proved ? "then.lost" : "then.unknown") }));
}

function said(round: Round | null, name: Name): string {
  if (round === null) return t("review.given-up");
  const { seat, decision, skill, pieces } = round;
  const facts = { name: name(seat), card: cardName(decision), cards: listed(pieces.map(cardName)) };
  if (pieces.length === 0) return capital(t("review.nothing", facts));
  return capital(t(skill === null ? "review.took" : `review.${skill.type}`, facts));
}
