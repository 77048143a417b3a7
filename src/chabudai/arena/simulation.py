"""Series of games, reproducible with the same seed. Each deal is played once from each seat."""

from collections import Counter
from collections.abc import Callable, Generator, Sequence
from contextlib import closing
from functools import partial
from time import perf_counter
from typing import Any

import msgspec

from chabudai.arena import engines
from chabudai.arena.arguments import check_jobs, check_limit, check_series
from chabudai.arena.engines import EngineFailed, EngineName
from chabudai.arena.players import Faulty, Player, check_own, dismiss, is_own, seated, unknown
from chabudai.arena.records import Forfeit, Plan, Played, Record, record
from chabudai.arena.results import results_of
from chabudai.arena.statistics import Results
from chabudai.core import CHANCE, AnyGame, Illegal, Outcome, Seat, Struct, play, stream
from chabudai.core.transcript import Transcript, begin, record as recorded
from chabudai.games import GAMES

LONGEST = 100_000
"""Number of moves after which a game is considered endless."""
BATCH = 8
"""Games per batch for a process."""


class SeriesFailed(RuntimeError):
    """Raised if a series fails: a built-in bot made an illegal move, or processes died."""


def simulate(
    game: AnyGame,
    bots: Sequence[str],
    games: int,
    seed: int,
    options: Struct | None = None,
    *,
    jobs: int = 1,
    engine: EngineName = "processes",
    limit: float = 10.0,
    watch: Callable[[Played], object] = lambda _: None,
    clock: Callable[[], float] = perf_counter,
) -> Results:
    """Play `games` games (at least 1) between `bots`, one for each seat, and return statistics.

    A bot is a level of the game, `random`, `greedy`, or a custom function that maps a view, a seat
    and an `Rng` to an action, written FILE.py:FUNCTION. Custom functions have `limit` seconds for a
    move. `watch` is called with every game, in order, and `clock` measures the seconds in the
    results. The results depend neither on the engine nor on `jobs`, the number of processes. If
    several processes play, the game must be one of GAMES.

    Raises Illegal for options that cannot be played, and TypeError for values of the wrong type.
    Raises ValueError for fewer than one game or process, a limit that is not positive, an unknown
    bot, an unknown or missing engine, and a game that is not in GAMES. Raises SeriesFailed, or
    Faulty for a custom bot that cannot be used. Raises Unguarded, which ends a program that starts
    processes but has no main guard.
    """
    plan = plan_of(game, bots, games, seed, options, limit=limit)
    check_jobs(jobs)
    if (jobs > 1 or engine != "processes") and GAMES.get(game.name) is not game:
        raise ValueError(f"{game.title} is not an installed game: play it in one process.")
    if why := engines.missing(engine):
        raise ValueError(why)
    started = clock()
    records: list[Record] = []
    for played in series(game, plan, range(games), jobs=jobs, engine=engine):
        watch(played)
        records.append(record(game, played))
    return results_of(game, plan, records, clock() - started)


def plan_of(
    game: AnyGame,
    bots: Sequence[str],
    games: int,
    seed: int,
    options: Struct | None = None,
    *,
    limit: float = 10.0,
) -> Plan:
    """Return the plan of a series. Raises Illegal, TypeError, ValueError and Faulty like
    `simulate`.
    """
    check_series(game, bots, games, seed, options)
    check_limit(limit)
    chosen = game.options() if options is None else options
    for name in dict.fromkeys(bots):
        if why := unknown(game, name):
            raise ValueError(why)
    game.setup(chosen, len(bots))
    for name in dict.fromkeys(filter(is_own, bots)):
        check_own(game, name)
    raw = msgspec.Raw(msgspec.json.encode(chosen))
    return Plan(game.name, tuple(bots), games, seed, raw, limit)


def series(
    game: AnyGame,
    plan: Plan,
    indices: Sequence[int],
    *,
    jobs: int = 1,
    engine: EngineName = "processes",
    cluster: str | None = None,
    batch: int = BATCH,
) -> Generator[Played]:
    """Yield the games `indices` of the plan, in order. The arguments and exceptions are the same as
    for `abreast`.
    """
    games = abreast(game, (plan,), indices, jobs=jobs, engine=engine, cluster=cluster, batch=batch)
    with closing(games):
        for (played,) in games:
            yield played


def abreast(
    game: AnyGame,
    plans: Sequence[Plan],
    indices: Sequence[int],
    *,
    jobs: int = 1,
    engine: EngineName = "processes",
    cluster: str | None = None,
    batch: int = BATCH,
) -> Generator[tuple[Played, ...]]:
    """Yield the games `indices` in order, each played with every plan. Batches of `batch` games are
    sent to the engine's processes. `cluster` is the address of a running Ray or Dask. Raises
    SeriesFailed.
    """
    if engine == "processes" and jobs == 1:
        try:
            for index in indices:
                yield tuple(play_out(game, plan, index) for plan in plans)
        finally:
            for plan in plans:
                dismiss(game, plan.bots)
        return
    batches = [indices[at : at + batch] for at in range(0, len(indices), batch)]
    work = partial(play_by_name, plans)
    try:
        for played in engines.run(engine, work, batches, jobs, cluster):
            yield from played
    except EngineFailed as error:
        raise SeriesFailed(error) from None


def play_by_name(plans: Sequence[Plan], indices: Sequence[int]) -> list[tuple[Played, ...]]:
    """Play these games with every plan, in a process that looks the game up by its name."""
    return [tuple(play_out(GAMES[plan.game], plan, index) for plan in plans) for index in indices]


def play_out(game: AnyGame, plan: Plan, index: int) -> Played:
    """Play game `index` of the plan, from the deal to the end. Raises SeriesFailed."""
    seats = len(plan.bots)
    deal, rotation = divmod(index, seats)
    seating = tuple((seat - rotation) % seats for seat in range(seats))
    chance_rng = stream(plan.seed, deal, CHANCE)
    moves: list[tuple[Seat, Any]] = []
    cards: Counter[str] = Counter()
    made = right = 0
    seat = CHANCE

    def end(outcome: Outcome, forfeit: Forfeit | None = None) -> Played:
        guesses = (made, right)
        return Played(index, seating, outcome, tuple(moves), dict(cards), forfeit, guesses)

    try:
        players: list[Player] = []
        for seat in range(seats):
            bot = seating[seat]
            players.append(seated(game, plan.bots[bot], (plan.seed, deal, bot), plan.limit))
        state = game.setup(msgspec.json.decode(plan.options, type=game.options), seats)
        while owing := game.to_act(state):
            seat = owing[0]
            action: Any
            if seat == CHANCE:
                action = game.chance(state, chance_rng)
            else:
                action = players[seat](game.view(state, seat), seat)
                cards.update(used(game, state, action))
            step = play(game, state, seat, action, owing)
            state = step.state
            for item in step.news:
                settled, hits = game.extras.cards.guessed(item.event)
                made, right = made + settled, right + hits
            moves.append((seat, action))
            refuse_endless(moves)
    except (Faulty, Illegal) as fault:
        who = plan.bots[seating[seat]] if seat >= 0 else ""
        if not is_own(who):
            named = f"the {who} bot in seat {seat}" if who else "chance"
            raise SeriesFailed(
                f"Game {index}, move {len(moves)}: {named} erred. {fault}"
            ) from fault
        why = f"made an illegal move: {fault}" if isinstance(fault, Illegal) else str(fault)
        return end(Outcome((0,) * seats, ()), Forfeit(seat, len(moves), why))
    outcome = game.outcome(state)
    if outcome is None:
        raise SeriesFailed(f"Game {index}: no seat can act, but the game is not over.")
    return end(outcome)


def refuse_endless(moves: Sequence[object]) -> None:
    """Raise Faulty if a game has too many moves."""
    if len(moves) == LONGEST:
        raise Faulty(f"did not end the game in {LONGEST} moves")


def used(game: AnyGame, state: Struct, action: object) -> tuple[str, ...]:
    """Return the cards that a move uses. Return () if the move is invalid, since the rules will
    refuse it.
    """
    try:
        return game.extras.cards.used(state, action)
    except LookupError:
        return ()


def transcript(game: AnyGame, options: Struct, bots: Sequence[str], played: Played) -> Transcript:
    """Return the transcript of a game in a series with these options and bots. Its note lists the
    bot in each seat.
    """
    note = ", ".join(bots[bot] for bot in played.seating)
    result = begin(game, len(bots), options, note)
    for seat, action in played.moves:
        result = recorded(result, seat, action)
    return result
