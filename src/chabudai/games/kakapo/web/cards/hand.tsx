/** This seat's area: its cards, or its choice or placement. */
import { CardArt } from "./card";
import { Pad } from "../board/pad";
import type { Screen } from "../status";
import { Tiles } from "./tiles";
import { cardName, t } from "../words";

export function Hand({ screen }: { readonly screen: Screen }) {
  const { play } = screen;
  if (play.seat.value === null) return <p class="silence">{t("watching")}</p>;
  switch (play.task.value) {
    case "select":
      return (
        <div class="my-side deciding">
          <Tiles screen={screen} />
          <Held screen={screen} />
        </div>
      );
    case "place":
      return (
        <div class="my-side laying">
          <Pad screen={screen} />
          <Held screen={screen} />
        </div>
      );
    default:
      return <Cards screen={screen} />;
  }
}

function Cards({ screen: { play, choice } }: { readonly screen: Screen }) {
  const hand = play.hand.value;
  const revealing = play.task.value === "reveal";
  const playable = play.playable.value;
  return (
    <ul class={`my-side cards ${hand.length > 8 ? "two-rows" : "one-row"}`} aria-label={t("hand")} data-testid="hand" data-stops>
      {hand.map((card) => {
        const barred = revealing && !playable.has(card);
        const raised = choice.card.value === card;
        return (
          <li key={card}>
            <button
              type="button"
              class={`card${barred ? " barred" : ""}${raised ? " raised" : ""}`}
              data-card={card}
              aria-pressed={raised}
              aria-label={t(barred ? "hand.barred" : "hand.card", { card: cardName(card) })}
              onClick={() => (choice.card.value = raised ? null : card)}
            >
              <CardArt card={card} />
            </button>
          </li>
        );
      })}
    </ul>
  );
}

/** The hand, drawn small during other decisions. */
function Held({ screen: { play } }: { readonly screen: Screen }) {
  return (
    <ul class="held" aria-label={t("hand")}>
      {play.hand.value.map((card) => (
        <li key={card}>
          <span class="unseen">{cardName(card)}</span>
          <CardArt card={card} />
        </li>
      ))}
    </ul>
  );
}
