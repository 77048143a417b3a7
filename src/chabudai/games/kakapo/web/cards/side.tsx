/** Cards that have been seen, which all players may look up at any time, and the secret wish to give up. */
import { nameAt } from "@shell/state/player_names";
import { joined } from "@shell/i18n/language";
import { ABSENT } from "../box";
import { CardArt } from "./card";
import { MissionPanel } from "../board/mission";
import type { Play } from "../table";
import { SUITS, SuitMark } from "../suits";
import { Star } from "./trick";
import type { View } from "../types.gen";
import { cardName, suitName, t } from "../words";

export function Side({ play }: { readonly play: Play }) {
  const view = play.view.value;
  const decided = view.rounds.map((round) => round.decision);
  const discarded = view.rounds.flatMap((round) => round.cards.filter((card) => card !== round.decision));
  return (
    <>
      {view.phase.type !== "over" && (
        <p class="silence-note" data-testid="silence">
          {t("silence.long")}
        </p>
      )}
      <Pile title={t("decided")} cards={decided} empty={t("decided.none")} name="decided" stop={view.phase.type === "over"} />
      <Pile title={t("discarded")} cards={discarded} empty={t("discarded.none")} name="discarded" />
      <Forty play={play} />
      <Voids play={play} />
      <GiveUp play={play} />
    </>
  );
}

/** The side panel on a phone, below the mission. */
export function Decks({ play }: { readonly play: Play }) {
  return (
    <div class="decks">
      <MissionPanel view={play.view.value} />
      <Side play={play} />
    </div>
  );
}

interface PileProps {
  readonly title: string;
  readonly cards: readonly string[];
  readonly empty: string;
  readonly name: string;
  /** Whether Tab reaches the pile. The panel has no other tab stop, and needs one to be scrollable by keyboard. */
  readonly stop?: boolean;
}

function Pile({ title, cards, empty, name, stop }: PileProps) {
  return (
    <section class="pile-seen" data-testid={name} aria-label={title} tabIndex={stop ? 0 : undefined}>
      <h2>
        {title} <span>{cards.length}</span>
      </h2>
      {cards.length === 0 && <p class="note">{empty}</p>}
      <ol>
        {cards.map((card) => (
          <li key={card} data-card-seen={card}>
            <span class="unseen">{cardName(card)}</span>
            <CardArt card={card} />
          </li>
        ))}
      </ol>
    </section>
  );
}

const VALUES = [1, 2, 3, 4, 5, 6, 7, 8];

/** All forty cards: decision cards, discards, cards on the table, and cards of this seat. */
function Forty({ play }: { readonly play: Play }) {
  const view = play.view.value;
  const lying = new Set(view.board.map(({ piece }) => piece));
  return (
    <section class="forty">
      <h2>{t("forty")}</h2>
      <table>
        <tbody>
          {SUITS.map((suit) => (
            <tr key={suit}>
              <th scope="row">
                <SuitMark suit={suit} />
                <span class="unseen">{suitName(suit)}</span>
              </th>
              {VALUES.map((value) => {
                const card = `${suit}${value}`;
                const state = stateOf(view, play.hand.value, card);
                return (
                  <td
                    key={value}
                    data-forty={card}
                    class={lying.has(card) ? `${state} laid` : state}
                    aria-label={`${value}, ${joined([t(`state.${state}`), lying.has(card) ? t("state.laid") : ""])}`}
                  >
                    {value}
                    {state === "was-decided" && <Star />}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
      <p class="note forty-key">{t("forty.key")}</p>
    </section>
  );
}

type Seen = "was-decided" | "was-discarded" | "in-round" | "mine" | "out" | "unknown";

function stateOf({ hands, rounds, revealed }: View, hand: readonly string[], card: string): Seen {
  if (hands.length === 3 && card === ABSENT) return "out";
  if (rounds.some((round) => round.decision === card)) return "was-decided";
  if (rounds.some((round) => round.cards.includes(card))) return "was-discarded";
  if (revealed.includes(card)) return "in-round";
  return hand.includes(card) ? "mine" : "unknown";
}

/** The seats that have shown that they lack a suit, if the table tracks it. */
function Voids({ play }: { readonly play: Play }) {
  const { voids } = play.view.value;
  if (voids.every((suits) => suits.length === 0)) return null;
  return (
    <section class="voids">
      <h2>{t("voids")}</h2>
      <ul>
        {voids.map((suits, seat) => (
          <li key={seat}>
            {nameAt(play.table, seat)}
            {suits.map((suit) => (
              <span key={suit}>
                <SuitMark suit={suit} /> {suitName(suit)}
              </span>
            ))}
          </li>
        ))}
      </ul>
    </section>
  );
}

function GiveUp({ play }: { readonly play: Play }) {
  // Hidden if no action is possible, as in a replay.
  const change = play.legal.value.find((action) => action.type === "concede");
  if (change === undefined) return null;
  return (
    <section class="give-up">
      <label>
        <input
          type="checkbox"
          data-testid="give-up"
          checked={!change.wish}
          onChange={() => play.act(change)}
        />
        <span>{t("give-up")}</span>
      </label>
      <p class="note">{t("give-up.note")}</p>
    </section>
  );
}
