/** After the end: every round with all hands open. */
import { useState } from "preact/hooks";
import { nameAt } from "@shell/frame/people";
import { Token } from "@shell/kit/seats";
import { CardArt } from "./card";
import type { Play } from "./table";
import { Star } from "./trick";
import type { Round, View } from "./types.gen";
import { capital, cardName, t } from "./words";

export function Review({ play }: { readonly play: Play }) {
  const view = play.view.value;
  const [at, setAt] = useState(view.rounds.length - 1);
  const round = view.rounds[at];
  if (round === undefined) return null;
  return (
    <section class="review" data-testid="review" aria-label={t("review")}>
      <h3>{t("review")}</h3>
      <ol class="review-rounds">
        {view.rounds.map((each, number) => (
          <li key={number}>
            <button
              type="button"
              class={number === at ? "round-step here" : "round-step"}
              aria-pressed={number === at}
              data-testid={`review-${number + 1}`}
              aria-label={t("review.round", { n: number + 1 })}
              onClick={() => setAt(number)}
            >
              <b>{number + 1}</b>
              <CardArt card={each.decision} />
            </button>
          </li>
        ))}
      </ol>
      <p class="review-line">{capital(said(round, (seat) => nameAt(play.table, seat)))}</p>
      <ul class="open-hands">
        {handsBefore(view, at).map((hand, seat) => (
          <li key={seat}>
            <p>
              <Token seat={seat} /> {nameAt(play.table, seat)}
            </p>
            <ul>
              {hand.map((card) => (
                <li key={card} data-held={card} class={round.cards.includes(card) ? "shown" : ""}>
                  <span class="unseen">{cardName(card)}</span>
                  <CardArt card={card} />
                  {card === round.decision && <Star />}
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
    </section>
  );
}

function said({ seat, decision, skill, pieces }: Round, name: (seat: number) => string): string {
  const facts = { name: name(seat), card: cardName(decision), cards: pieces.map(cardName).join(", ") };
  if (pieces.length === 0) return t("review.nothing", facts);
  return t(skill === null ? "review.took" : "review.skill", facts);
}

/** What everybody held when a round began: what is left, and what was revealed since. */
function handsBefore({ hands, rounds }: View, at: number): readonly (readonly string[])[] {
  return hands.map((left, seat) => {
    const later = rounds.slice(at).flatMap(({ start, cards }) => cards.filter((_, place) => (start + place) % hands.length === seat));
    return [...later, ...(typeof left === "number" ? [] : left)].sort(inOrder);
  });
}

const ORDER = "POBGY";
const inOrder = (one: string, other: string): number =>
  ORDER.indexOf(one.charAt(0)) - ORDER.indexOf(other.charAt(0)) || one.localeCompare(other);
