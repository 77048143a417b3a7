/** A game on the front page: its picture, its description, and ways to start it. */
import type { ComponentType } from "preact";
import { Link } from "../../ui/link";
import { t } from "../../i18n/language";
import { studioPath } from "../../state/routes";
import type { Game } from "./games";
import { opened } from "./dialogs";
import { alone, busy, start, withBots, withFriends } from "./table_starts";

interface Props extends Game {
  /** Undefined until it is fetched. */
  readonly Art: ComponentType | undefined;
}

export function GameTile({ Art, ...which }: Props) {
  const { game, card } = which;
  const { title, facts, about, choose, draw } = card.text();
  const named = `game-${game}`;
  return (
    <li class="game" data-testid={named}>
      <div class="game-art" translate={false}>{Art && <Art />}</div>
      <div class="game-words">
        <h2 lang="en" id={named}>
          {title}
        </h2>
        <p class="game-facts">{facts}</p>
        <p class="game-about">{about}</p>
        {(choose ?? draw) && (
          <div class="game-more">
            {choose && (
              <button
                type="button"
                data-testid={`choose-${game}`}
                aria-disabled={busy.value}
                onClick={() => void start(withBots(which))}
              >
                {choose}
              </button>
            )}
            {draw && (
              <Link to={studioPath(game)} look="to-studio" testid={`studio-${game}`}>
                {draw}
              </Link>
            )}
          </div>
        )}
        <div class="game-ways">
          <button
            type="button"
            class="primary"
            data-testid={`play-${game}`}
            aria-describedby={named}
            aria-disabled={busy.value}
            onClick={() => void start(alone(which))}
          >
            {t("play")}
          </button>
          <button
            type="button"
            data-testid={`friends-${game}`}
            aria-describedby={named}
            aria-disabled={busy.value}
            onClick={() => void start(withFriends(which))}
          >
            {t("friends")}
          </button>
        </div>
        <div class="game-more">
          <button
            type="button"
            data-testid={`learn-${game}`}
            aria-describedby={named}
            onClick={() => (opened.value = { kind: "learn", ...which })}
          >
            {t("learn")}
          </button>
          <button
            type="button"
            data-testid={`rules-${game}`}
            aria-describedby={named}
            onClick={() => (opened.value = { kind: "rules", ...which })}
          >
            {t("rules")}
          </button>
        </div>
      </div>
    </li>
  );
}
