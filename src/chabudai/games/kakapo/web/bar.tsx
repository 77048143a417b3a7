/** The buttons for this seat's next move, each labelled with its result. */
import { listed } from "@shell/i18n/language";
import { Icon } from "@shell/ui/icons";
import { beside, wide } from "@shell/state/settings";
import { DeckIcon, FitIcon, FlipIcon } from "./icons";
import type { Overlays } from "./overlays";
import type { Screen } from "./status";
import { cardName, suitName, t } from "./words";

interface Props {
  readonly screen: Screen;
  readonly overlays: Overlays;
}

export function Bar({ screen, overlays }: Props) {
  switch (screen.play.task.value) {
    case "reveal":
      return <Reveal screen={screen} />;
    case "select":
      return <Select screen={screen} />;
    case "place":
      return <Place screen={screen} />;
    default:
      return (
        <>
          <p class="bar-note silence">{t("silence")}</p>
          {!beside.value && (
            <button type="button" class="quiet to-decks" data-testid="decks-bar" onClick={overlays.open}>
              <DeckIcon />
              {t("decks")}
            </button>
          )}
        </>
      );
  }
}

function Reveal({ screen: { play, choice } }: { readonly screen: Screen }) {
  const card = choice.card.value;
  const must = choice.barred.value ? choice.must.value : null;
  return (
    <button
      type="button"
      class="primary"
      data-testid="reveal"
      aria-disabled={card === null || must !== null || play.busy.value}
      onClick={choice.reveal}
    >
      {card === null ? t("reveal.none") : must !== null ? t("reveal.must", { suit: suitName(must) }) : t("reveal", { card: cardName(card) })}
      {wide.value && card !== null && must === null && <kbd aria-hidden="true">↵</kbd>}
    </button>
  );
}

function Select({ screen: { play, choice } }: { readonly screen: Screen }) {
  const tile = choice.tile.value;
  const pieces = tile?.answer?.pieces ?? [];
  const kind = tile?.skill?.type ?? "none";
  const may = tile?.answer != null && tile.answer.against === null && !play.busy.value;
  const facts = { cards: listed(pieces.map(cardName)), skill: t(`skill.${kind}`) };
  const barred = tile?.answer != null && tile.answer.against !== null;
  const nothing = barred ? "select.barred" : "select.nothing";
  const key = pieces.length === 0 ? nothing : kind === "none" ? "select" : "select.skill";
  return (
    <button type="button" class="primary" data-testid="select" aria-disabled={!may} onClick={() => may && choice.select()}>
      {t(key, facts)}
      {kind !== "none" && !barred && <small>{t("select.cost")}</small>}
    </button>
  );
}

function Place({ screen: { play, draft } }: { readonly screen: Screen }) {
  const piece = draft.piece.value;
  return (
    <>
      <button type="button" class="tool" data-testid="turn" aria-keyshortcuts="R" onClick={() => draft.turn(1)}>
        <Icon name="clockwise" />
        {t("turn")}
        {wide.value && <kbd aria-hidden="true">R</kbd>}
      </button>
      <button type="button" class="tool" data-testid="flip" aria-keyshortcuts="F" onClick={draft.flip}>
        <FlipIcon />
        {t("flip")}
        {wide.value && <kbd aria-hidden="true">F</kbd>}
      </button>
      <button
        type="button"
        class="tool"
        data-testid="next-fit"
        aria-keyshortcuts="G"
        onClick={() => draft.nextFit(1)}
      >
        <FitIcon />
        {t("fits")}
        {wide.value && <kbd aria-hidden="true">G</kbd>}
      </button>
      <button
        type="button"
        class={draft.legal.value ? "primary" : "primary doubtful"}
        data-testid="place"
        aria-disabled={piece === null || play.busy.value || draft.squares.value.length === 0}
        onClick={draft.place}
      >
        {draft.legal.value && <Icon name="check" />}
        {t("place")}
        {wide.value && <kbd aria-hidden="true">↵</kbd>}
      </button>
    </>
  );
}
