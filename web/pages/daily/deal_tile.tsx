/** A daily deal of a game: its picture, the goal, and the reader's first result next to the expert's. */
import type { ComponentType } from "preact";
import { screens } from "screens";
import { lang, joined, t as shell } from "../../i18n/language";
import type { DailyDeal } from "../../net/types.gen";
import { Icon } from "../../ui/icons";
import type { DealRecord, PlayedDeal } from "../stats/records";
import { t } from "../words";

interface Props {
  readonly deal: DailyDeal;
  /** Undefined until it is fetched. */
  readonly Art: ComponentType | undefined;
  /** The reader's result, if they have played the deal. */
  readonly made: PlayedDeal | undefined;
  readonly busy: boolean;
  readonly onPlay: () => void;
}

/** Return a result next to the expert's, in words. Older records have only the comparison. */
export function inWords({ told, against }: DealRecord): string {
  return joined([told?.[lang.value] ?? "", against < 0 ? "" : t(`against.${against}` as "against.0")]);
}

export function DealTile({ deal: { game, bots, goal }, Art, made, busy, onPlay }: Props) {
  const title = screens[game]?.card.text().title;
  if (title === undefined) return null;
  const [level] = bots;
  return (
    <li class={made ? "deal done" : "deal"} data-testid={`deal-${game}`} data-made={made?.against}>
      <div class="deal-art" translate={false}>
        {Art && <Art />}
      </div>
      <div class="deal-words">
        <h3 lang="en" id={`deal-${game}`}>
          {title}
        </h3>
        <button
          type="button"
          class={made ? "plain" : "primary"}
          data-testid={`play-${game}`}
          aria-describedby={`deal-${game}`}
          aria-disabled={busy}
          onClick={onPlay}
        >
          {t(made ? "daily.again" : "daily.play")}
        </button>
        <p class="deal-goal">{goal[lang.value]}</p>
        {made ? (
          <p class={made.won || made.against >= 0 ? "made good" : "made"}>
            <Icon name="check" />
            <span>{inWords(made)}</span>
          </p>
        ) : (
          <p class="note">{level === undefined ? t("daily.alone") : t("daily.bots", { n: bots.length, level: shell(`level.${level}`) })}</p>
        )}
      </div>
    </li>
  );
}
