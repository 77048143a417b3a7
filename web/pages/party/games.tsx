/** The finished games of a party: tonight's, and those of earlier evenings. */
import type { FinishedGame, Party } from "../../net/types.gen";
import { stepPath } from "../../state/replay_address";
import { Link } from "../../ui/link";
import { Token } from "../../ui/tokens";
import { dayOf, missionsOf, resultOf, timeOf, titleOf, winnersOf } from "./score";
import { t } from "./words";

export function GameLists({ party }: { readonly party: Party }) {
  const tonight = party.games.slice(0, party.tonight);
  const earlier = party.games.slice(party.tonight);
  const missions = missionsOf(party);
  return (
    <section class="panel party-games" aria-labelledby="party-games">
      <h2 id="party-games">{t("games")}</h2>
      {tonight.length === 0 && <p class="note">{t("games.none")}</p>}
      <List party={party} games={tonight} stamp={timeOf} />
      {missions && (
        <p key={missions} class="note" data-testid="missions">
          {t("together.list", { missions })}
        </p>
      )}
      {earlier.length > 0 && (
        <details>
          <summary>{t("earlier")}</summary>
          <List party={party} games={earlier} stamp={dayOf} />
        </details>
      )}
    </section>
  );
}

interface ListProps {
  readonly party: Party;
  readonly games: readonly FinishedGame[];
  readonly stamp: (at: number) => string;
}

function List({ party, games, stamp }: ListProps) {
  return (
    <ol class="played-list">
      {games.map((game) => {
        const time = stamp(game.at);
        const title = titleOf(game.game);
        const me = game.seats.findIndex(({ person }) => person !== null && person === party.me);
        const [winner] = game.winners.flatMap((seat) => game.seats[seat]?.person ?? []);
        return (
          <li key={game.table} data-testid={`played-${game.table}`}>
            <time dateTime={new Date(game.at).toISOString()}>{time}</time>
            <b lang="en">{title}</b>
            <span class="won-by">
              {game.winners.length === 1 && winner !== undefined && <Token seat={winner} />}
              <b>{winnersOf(party, game)}</b> <span>{resultOf(game)}</span>
            </span>
            <Link to={stepPath(game.table, 0, me < 0 ? null : me)} look="" label={t("replay.of", { game: title, time })} testid={`replay-${game.table}`}>
              {t("replay")}
            </Link>
          </li>
        );
      })}
    </ol>
  );
}
