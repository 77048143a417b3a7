/** The next game: a card for each game, and one tap takes all players there. */
import type { ComponentType } from "preact";
import { useSignal } from "@preact/signals";
import { listed } from "../../i18n/language";
import { myName } from "../../i18n/names";
import { Failure } from "../../net/api";
import { nextGame } from "../../net/parties";
import type { Party } from "../../net/types.gen";
import { failureText } from "../../state/refusals";
import { go, tablePath } from "../../state/routes";
import { join } from "../../state/seat_access";
import { games, type Game } from "../landing/games";
import { useDrawings } from "./around";
import { nameOf } from "./score";
import { t } from "./words";

interface Props {
  /** The party's id. */
  readonly id: string;
  readonly party: Party;
  readonly look: () => void;
}

export function Next({ id, party, look }: Props) {
  const busy = useSignal(false);
  const trouble = useSignal("");
  const drawn = useDrawings();
  const { me, host, status, waiting, table } = party;
  const seated = me !== null && party.people[me]?.here === true;
  // In a lobby, only its host may choose another game.
  const chooses = seated && (status === "over" || (status === "lobby" && me === host));
  const attempt = async (act: () => Promise<void>): Promise<void> => {
    if (busy.value) return;
    busy.value = true;
    trouble.value = "";
    try {
      await act();
    } catch (failure) {
      if (!(failure instanceof Failure)) throw failure;
      trouble.value = failureText(failure);
    } finally {
      busy.value = false;
    }
  };
  const play = (game: string): Promise<void> => attempt(async () => go(tablePath((await nextGame(id, { game, after: table })).table)));
  const sit = (): Promise<void> =>
    attempt(async () => {
      await join({ table, name: myName() });
      look();
    });
  const last = party.games[0]?.game;
  const sorted = [...games].sort((one, other) => Number(other.game === last) - Number(one.game === last));
  return (
    <>
      <h2 id="party-next">
        {t("next")} {chooses && <small>{t("calling")}</small>}
      </h2>
      {trouble.value && (
        <p key={trouble.value} class="trouble" role="alert" data-testid="next-trouble">
          {trouble.value}
        </p>
      )}
      {waiting && <p data-testid="waiting">{t("waiting")}</p>}
      {!seated && !waiting && (
        <button type="button" data-testid="sit" aria-disabled={busy.value} onClick={() => void sit()}>
          {t("sit")}
        </button>
      )}
      <ul class="next-games">
        {sorted.map((each) => (
          <NextGame
            key={each.game}
            which={each}
            Art={drawn[each.game]?.Art}
            same={each.game === last}
            news={unplayedIn(party, each.game)}
            busy={busy.value}
            onPlay={chooses ? () => void play(each.game) : null}
          />
        ))}
      </ul>
    </>
  );
}

/** Return a sentence about the people around the table who have not played a game in this party. */
function unplayedIn(party: Party, game: string): string {
  const here = party.people.flatMap((each, person) => (each.here ? [{ ...each, person }] : []));
  const fresh = here.filter(({ unplayed }) => unplayed.includes(game)).map(({ person }) => nameOf(party, person));
  if (fresh.length === here.length) return t("unplayed.all");
  return fresh.length === 0 ? "" : t("unplayed", { names: listed(fresh) });
}

interface CardProps {
  readonly which: Game;
  /** Undefined until it is fetched. */
  readonly Art: ComponentType | undefined;
  /** Whether this is the last game. */
  readonly same: boolean;
  readonly news: string;
  readonly busy: boolean;
  /** Null for people who cannot choose now. */
  readonly onPlay: (() => void) | null;
}

function NextGame({ which: { game, card }, Art, same, news, busy, onPlay }: CardProps) {
  const { title, facts } = card.text();
  const named = `next-${game}`;
  return (
    <li class={same ? "next-game same" : "next-game"} data-testid={named}>
      <div class="game-art" translate={false}>
        {Art && <Art />}
      </div>
      <div class="next-words">
        <h3 lang="en" id={named}>
          {title}
        </h3>
        <p class="game-facts">{facts}</p>
        <p key={news} class="note">
          {news}
        </p>
        <div class="next-way">
          {same && onPlay && <span class="same-again">{t("same")}</span>}
          {onPlay && (
            <button type="button" class={same ? "primary" : ""} data-testid={`play-${game}`} aria-describedby={named} aria-disabled={busy} onClick={onPlay}>
              {t(same ? "again" : "play")}
            </button>
          )}
        </div>
      </div>
    </li>
  );
}
