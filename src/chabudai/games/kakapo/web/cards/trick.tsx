/** This round's cards in the order of revealing, with the suits that determine the decision card. */
import { nameAt } from "@shell/state/player_names";
import { Token } from "@shell/ui/tokens";
import { countersOf, roundsOf } from "../box";
import { CardArt } from "./card";
import type { Screen } from "../status";
import { SuitMark } from "../suits";
import type { Event, Revealed, View } from "../types.gen";
import { cardName, suitName, suitOf, t, type Suit } from "../words";

interface Slot {
  readonly seat: number;
  readonly card: string | null;
}

/** Return the seats in revealing order, with their revealed cards. During placement and after the end, use the last round. */
function slotsOf(view: View, coming: readonly Event[]): readonly Slot[] {
  const { hands, phase, start, revealed, rounds } = view;
  const last = rounds.at(-1);
  const done = phase.type === "placing" || phase.type === "over" ? last : undefined;
  const cards = done?.cards ?? [...revealed, ...coming.filter((event): event is Revealed => event.type === "revealed").map((event) => event.card)];
  const length = hands.length === 2 ? 4 : hands.length;
  return Array.from({ length }, (_, at) => ({
    seat: ((done?.start ?? start) + at) % hands.length,
    card: cards[at] ?? null,
  }));
}

/** Return the decision card, or null before it is known. It is shown until the next round begins. */
function decisionOf({ phase, rounds }: View, coming: readonly Event[]): string | null {
  const decided = coming.find((event) => event.type === "decided");
  if (decided?.type === "decided") return decided.card;
  if (phase.type === "selecting") return phase.decision;
  return phase.type === "placing" || phase.type === "over" ? (rounds.at(-1)?.decision ?? null) : null;
}

export function Trick({ screen }: { readonly screen: Screen }) {
  const { play, stage, choice } = screen;
  const drafted = play.task.value === "reveal" && !choice.barred.value ? choice.card.value : null;
  const view = play.view.value;
  const coming = stage.events.value;
  const slots = slotsOf(view, coming);
  const decision = decisionOf(view, coming);
  const first = slots[0]?.card ?? null;
  const lead = first === null ? null : suitOf(first);
  const next = view.phase.type === "revealing" ? view.revealed.length : -1;
  return (
    <section class="trick" aria-label={t("trick")}>
      <h2 class="only-wide">{t("round.of", { n: view.round, of: roundsOf(view.mission.mode) })}</h2>
      <ol class={`slots of-${slots.length}`}>
        {slots.map(({ seat, card }, at) => {
          const look = card === null ? (at === next ? "seat-slot next" : "seat-slot") : card === decision ? "seat-slot decision" : "seat-slot full";
          return (
            <li key={at} class={look} data-slot={at} data-testid={`slot-${at}`} data-revealed={card}>
              <span class="unseen">{slotWords(nameAt(play.table, seat), card, card !== null && card === decision)}</span>
              {card !== null && <CardArt key={card} card={card} />}
              {at === next && drafted !== null && <CardArt card={drafted} />}
              {/* Key by the look, since its position on a card differs from that on an empty place. */}
              <Token key={look} seat={seat} />
              {card !== null && card === decision && <Star />}
            </li>
          );
        })}
      </ol>
      <Facts top={view.top} lead={lead} counters={view.counters} all={countersOf(view.mission.mode)} />
    </section>
  );
}

/** Return a slot in words: the card's player, and whether the card decides. */
export function slotWords(name: string, card: string | null, decision: boolean): string {
  if (card === null) return t("slot.free", { name });
  return t(decision ? "slot.decision" : "slot.full", { name, card: cardName(card) });
}

/** The mark of the decision card. */
export function Star() {
  return (
    <svg class="star" viewBox="-12 -12 24 24" aria-hidden="true">
      <path d="M0-10.5 3-3.6 10.5-3 4.8 2 6.6 9.3 0 5.4-6.6 9.3-4.8 2-10.5-3-3-3.6Z" />
    </svg>
  );
}

interface FactsProps {
  readonly top: Suit;
  readonly lead: Suit | null;
  /** The remaining counters. */
  readonly counters: number;
  readonly all: number;
}

/** The top suit, the lead suit and the remaining counters. */
export function Facts({ top, lead, counters, all }: FactsProps) {
  return (
    <dl class="facts">
      <div data-testid="top-suit">
        <dt>{t("top")}</dt>
        <dd>
          <SuitMark suit={top} /> {suitName(top)}
        </dd>
      </div>
      <div data-testid="lead-suit">
        <dt>{t("lead")}</dt>
        <dd>
          {lead === null ? (
            "–"
          ) : (
            <>
              <SuitMark suit={lead} /> {suitName(lead)}
            </>
          )}
        </dd>
      </div>
      <div data-testid="counters">
        <dt>{t("skills")}</dt>
        <dd>
          <span class="unseen">{t("skills.left", { n: counters, of: all })}</span>
          <span class="counters" aria-hidden="true">
            {Array.from({ length: all }, (_, at) => (
              <i key={at} class={at < counters ? "counter" : "counter spent"} />
            ))}
          </span>
        </dd>
      </div>
    </dl>
  );
}
