/** After the end: every round with all hands open, and whether the mission could still be won. */
import { useEffect, useState } from "preact/hooks";
import { Failure } from "@shell/api";
import { nameAt } from "@shell/frame/people";
import { listed } from "@shell/language";
import { Token } from "@shell/kit/seats";
import { lookBack } from "@shell/works";
import { CardArt } from "./card";
import type { Play } from "./table";
import { Star } from "./trick";
import type { Looked, Round, View } from "./types.gen";
import { capital, cardName, t } from "./words";

type Chance = boolean | null;

/** By round, whether it could still be won; none while that is being worked out, or if it cannot be. */
function useChances(table: string): readonly Chance[] {
  const [chances, setChances] = useState<readonly Chance[]>([]);
  useEffect(() => {
    lookBack(table).then(
      (answer) => setChances((answer as Looked).winnable),
      (failure: unknown) => {
        if (!(failure instanceof Failure)) throw failure;
      },
    );
  }, [table]);
  return chances;
}

export function Review({ play }: { readonly play: Play }) {
  const view = play.view.value;
  const chances = useChances(play.table.id);
  const [at, setAt] = useState(view.rounds.length - 1);
  const round = view.rounds[at];
  if (round === undefined) return null;
  return (
    <section class="review" data-testid="review" aria-label={t("review")}>
      <h3>{t("review")}</h3>
      {chances.length > 0 && <p data-testid="turning">{turning(chances)}</p>}
      <ol class="review-rounds">
        {view.rounds.map((each, number) => (
          <li key={number}>
            <button
              type="button"
              class={number === at ? "round-step here" : "round-step"}
              aria-pressed={number === at}
              data-testid={`review-${number + 1}`}
              onClick={() => setAt(number)}
            >
              <b aria-hidden="true">{number + 1}</b>
              <span class="unseen">{t("review.round", { n: number + 1 })}</span>
              <CardArt card={each.decision} />
              <Sign chance={chances[number]} />
            </button>
          </li>
        ))}
      </ol>
      <p class="review-line">{capital(said(round, (seat) => nameAt(play.table, seat)))}</p>
      {chances[at] !== undefined && <p data-testid="chance">{t(`chance.${word(chances[at] ?? null)}`)}</p>}
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

/** Where it was lost, if it was. */
function turning(chances: readonly Chance[]): string {
  const last = chances.lastIndexOf(true);
  if (last === chances.length - 1) return t("turning.never");
  if (last < 0) return t("turning.start");
  return t(chances[last + 1] === false ? "turning.at" : "turning.after", { n: last + 1 });
}

function said({ seat, decision, skill, pieces }: Round, name: (seat: number) => string): string {
  const facts = { name: name(seat), card: cardName(decision), cards: listed(pieces.map(cardName)) };
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
