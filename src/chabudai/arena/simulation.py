"""Play a series of games: every deal once from each seat, the same for the same seed."""

import signal
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from itertools import islice
from multiprocessing import get_context
from time import perf_counter
from typing import Any

import msgspec

from chabudai.arena.statistics import Results, Row, summary
from chabudai.core import CHANCE, AnyGame, Illegal, Outcome, Seat, Struct, play, stream
from chabudai.core.transcript import Transcript, begin, record
from chabudai.games import GAMES


class Plan(Struct):
    """A series: `games` games between `bots`, levels of the game, one for each seat.

    A deal is played as often as there are seats, the bots moving on by one seat each time; chance
    moves come from the same random stream each time. When `games` is no multiple of the seats, the
    last deal is not played from all of them.
    """

    game: str
    bots: tuple[str, ...]
    games: int
    seed: int
    options: msgspec.Raw


class Played(Struct):
    """Game `index` of a series, from 0. `seating` says which bot, by its number, sat in each seat;
    `moves` are all moves in order with their seats, those of CHANCE included.
    """

    index: int
    seating: tuple[int, ...]
    outcome: Outcome
    moves: tuple[tuple[Seat, Any], ...]


class SeriesFailed(RuntimeError):
    """A series cannot go on: a bot made an illegal move, or a process died."""


def simulate(
    game: AnyGame,
    bots: Sequence[str],
    games: int,
    seed: int,
    options: Struct | None = None,
    *,
    jobs: int = 1,
    watch: Callable[[Played], object] = lambda _: None,
    clock: Callable[[], float] = perf_counter,
) -> Results:
    """Play `games` games (at least 1) between `bots`, one for each seat, and sum them up.

    `watch` is called with every game, in order. The results do not depend on the number of
    processes, `jobs`; above 1, the game must be one of GAMES. Raises Illegal for options that
    cannot be played, ValueError for an unknown level or a game that is not in GAMES, and
    SeriesFailed.
    """
    chosen = game.options() if options is None else options
    if unknown := [level for level in bots if level not in game.bots]:
        raise ValueError(f"{game.title} has no bot {unknown[0]!r}.")
    if jobs > 1 and GAMES.get(game.name) is not game:
        raise ValueError(f"{game.title} is not an installed game: play it in one process.")
    game.setup(chosen, len(bots))
    plan = Plan(game.name, tuple(bots), games, seed, msgspec.Raw(msgspec.json.encode(chosen)))
    started = clock()
    rows: list[Row] = []
    for played in series(game, plan, jobs):
        watch(played)
        rows.append(row(played))
    return summary(plan.game, plan.bots, rows, clock() - started)


def series(game: AnyGame, plan: Plan, jobs: int) -> Iterator[Played]:
    """Every game of the plan, in order. Raises SeriesFailed."""
    if jobs == 1:
        yield from (play_out(game, plan, index) for index in range(plan.games))
        return
    indices = iter(range(plan.games))
    pool = ProcessPoolExecutor(jobs, get_context("spawn"), initializer=ignore_interrupts)
    try:
        ahead = deque(pool.submit(play_by_name, plan, i) for i in islice(indices, 2 * jobs))
        while ahead:
            played = ahead.popleft().result()
            ahead.extend(pool.submit(play_by_name, plan, i) for i in islice(indices, 1))
            yield played
    except BrokenProcessPool:
        raise SeriesFailed("A process that played games of the series has died.") from None
    finally:
        pool.shutdown(cancel_futures=True)


def ignore_interrupts() -> None:
    """Ignore Ctrl-C: the parent process handles it and ends the others."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def play_by_name(plan: Plan, index: int) -> Played:
    """Game `index` of the plan, in a process that has only the plan."""
    return play_out(GAMES[plan.game], plan, index)


def play_out(game: AnyGame, plan: Plan, index: int) -> Played:
    """Game `index` of the plan, from the deal to the end. Raises SeriesFailed."""
    seats = len(plan.bots)
    deal, rotation = divmod(index, seats)
    seating = tuple((seat - rotation) % seats for seat in range(seats))
    nature = stream(plan.seed, deal, CHANCE)
    rngs = [stream(plan.seed, deal, bot) for bot in seating]
    bots = [
        game.bots[plan.bots[bot]](rng.below(1 << 31))
        for bot, rng in zip(seating, rngs, strict=True)
    ]
    state = game.setup(msgspec.json.decode(plan.options, type=game.options), seats)
    moves: list[tuple[Seat, Any]] = []
    while owing := game.to_act(state):
        seat = owing[0]
        if seat == CHANCE:
            action = game.chance(state, nature)
        else:
            action = bots[seat](game.view(state, seat), seat, rngs[seat])
        try:
            state = play(game, state, seat, action, owing).state
        except Illegal as refusal:
            who = f"the {plan.bots[seating[seat]]} bot in seat {seat}" if seat >= 0 else "nature"
            raise SeriesFailed(
                f"Game {index}, move {len(moves)}: {who} erred. {refusal}"
            ) from refusal
        moves.append((seat, action))
    outcome = game.outcome(state)
    if outcome is None:
        raise SeriesFailed(f"Game {index}: nobody is to act, and yet it is not over.")
    return Played(index, seating, outcome, tuple(moves))


def row(played: Played) -> Row:
    """Return a game as a row of the statistics: by bot instead of by seat."""
    seats = len(played.seating)
    scores = [0] * seats
    for seat, bot in enumerate(played.seating):
        scores[bot] = played.outcome.scores[seat]
    winners = tuple(sorted(played.seating[seat] for seat in played.outcome.winners))
    return Row(played.index // seats, tuple(scores), winners, len(played.moves))


def transcript(game: AnyGame, options: Struct, bots: Sequence[str], played: Played) -> Transcript:
    """A game of a series as a transcript; its note is the bots by seat."""
    note = ", ".join(bots[bot] for bot in played.seating)
    result = begin(game, len(bots), options, note)
    for seat, action in played.moves:
        result = record(result, seat, action)
    return result
