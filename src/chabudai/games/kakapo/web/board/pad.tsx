/** Controls that move the piece square by square and, after a double scan, choose one of the two pieces. */
import { Icon } from "@shell/ui/icons";
import { CardArt } from "../cards/card";
import { ArrowIcon } from "../icons";
import type { Screen } from "../status";
import { cardName, t } from "../words";

const ARROWS = [
  ["left", 0, -1, 270],
  ["up", -1, 0, 0],
  ["down", 1, 0, 180],
  ["right", 0, 1, 90],
] as const;

export function Pad({ screen: { play, draft } }: { readonly screen: Screen }) {
  const pieces = play.pieces.value;
  return (
    <div class="pad" role="group" aria-label={t("pad")} data-stops>
      {play.trial.value && (
        <button
          type="button"
          class="pad-back"
          data-testid="take-back"
          aria-label={t("take-back.to")}
          aria-keyshortcuts="Escape"
          aria-disabled={play.busy.value}
          onClick={() => play.busy.peek() || play.takeBack()}
        >
          ‹ {t("take-back")}
        </button>
      )}
      {pieces.length > 1 &&
        pieces.map((piece) => (
          <button
            key={piece}
            type="button"
            class={piece === draft.piece.value ? "pad-piece picked" : "pad-piece"}
            aria-pressed={piece === draft.piece.value}
            aria-label={t("pad.piece", { card: cardName(piece) })}
            data-testid={`piece-${piece}`}
            onClick={() => draft.choose(piece)}
          >
            <CardArt card={piece} />
          </button>
        ))}
      <button type="button" data-testid="turn-back" aria-label={t("turn.back")} onClick={() => draft.turn(-1)}>
        <Icon name="anticlockwise" />
      </button>
      {ARROWS.map(([name, down, right, angle]) => (
        <button
          key={name}
          type="button"
          data-testid={`nudge-${name}`}
          aria-label={t(`nudge.${name}`)}
          onClick={() => draft.nudge(down, right)}
        >
          <ArrowIcon angle={angle} />
        </button>
      ))}
    </div>
  );
}
