/** One round of the review: the board, the trick, the decision, and all hands. */
import type { ComponentChildren, RefObject } from "preact";
import { Icon } from "@shell/ui/icons";
import { Token } from "@shell/ui/tokens";
import { countersOf } from "../box";
import { CardArt } from "../cards/card";
import { MissionLine } from "../board/mission";
import { Picture } from "../board/picture";
import { Facts, slotWords, Star } from "../cards/trick";
import type { Moment, Turned, View } from "../types.gen";
import { cardName, squareName, suitOf, t } from "../words";

interface Props {
  /** A ref to the element with the board. */
  readonly board: RefObject<HTMLDivElement | null>;
  readonly view: View;
  readonly moment: Moment;
  /** The round, from 0. */
  readonly at: number;
  readonly name: (seat: number) => string;
  /** The event that made the mission impossible to win, if it was in this round. */
  readonly turned: Turned | null;
  /** Sentences about the round. */
  readonly children: ComponentChildren;
}

export function Recalled({ board, view, moment, at, name, turned, children }: Props) {
  const { edges, laid } = moment;
  return (
    <div class="recalled">
      <div ref={board}>
        <Picture mission={view.mission} board={moment.board} edges={edges} framed={laid} label={t("review.board", { n: at + 1 })} />
        <MissionLine view={{ ...view, edges }} />
        {laid.length > 0 && <p class="note">{t("review.framed")}</p>}
        {laid.map(({ piece, cells }) => (
          <p key={piece} class="unseen">
            {t("square.laid", { card: cardName(piece), squares: cells.map((cell) => squareName(Math.floor(cell / 12), cell % 12)).join(" ") })}
          </p>
        ))}
      </div>
      <div class="recalled-round">
        {children}
        <div class="recalled-trick">
          <Trick moment={moment} name={name} turned={turned} />
          <Facts
            top={moment.top}
            lead={moment.cards[0] === undefined ? null : suitOf(moment.cards[0])}
            counters={moment.counters}
            all={countersOf(view.mission.mode)}
          />
        </div>
        <Hands moment={moment} name={name} />
      </div>
    </div>
  );
}

function Trick({ moment: { start, cards, hands, round }, name, turned }: Pick<Props, "moment" | "name" | "turned">) {
  return (
    <ol class="slots" aria-label={t("review.trick")} data-testid="recalled-trick">
      {cards.map((card, place) => {
        const seat = (start + place) % hands.length;
        const decides = card === round?.decision;
        return (
          <li key={card} class={decides ? "seat-slot decision" : "seat-slot full"} data-revealed={card}>
            <span class="unseen">{slotWords(name(seat), card, decides)}</span>
            <CardArt card={card} />
            <Token seat={seat} />
            {decides && <Star />}
            {turned?.by === "card" && turned.card === card && <Icon name="flag" />}
          </li>
        );
      })}
    </ol>
  );
}

/** All hands at the beginning of the round. The cards revealed in it are framed. */
function Hands({ moment: { hands, cards, round }, name }: Pick<Props, "moment" | "name">) {
  const most = Math.max(8, ...hands.map((hand) => hand.length));
  const inRows = (length: number): number => (most > length ? Math.ceil(most / 2) : most);
  return (
    <ul class="open-hands" aria-label={t("review.hands")} style={{ "--narrow": inRows(8), "--wide": inRows(13) }}>
      {hands.map((hand, seat) => (
        <li key={seat}>
          <p>
            <Token seat={seat} /> {name(seat)}
          </p>
          <ul>
            {hand.map((card) => {
              const shown = cards.includes(card);
              return (
                <li key={card} data-held={card} class={shown ? "shown" : ""}>
                  <span class="unseen">{shown ? t("review.shown", { card: cardName(card) }) : cardName(card)}</span>
                  <CardArt card={card} />
                  {card === round?.decision && <Star />}
                </li>
              );
            })}
          </ul>
        </li>
      ))}
    </ul>
  );
}
