"""The Kakapo: reviewing a finished mission with all hands open, to find when it was lost.

"Winnable" means that a winning line was found and checked by the rules, and "lost" means that a
proof of the loss was found. In all other cases, neither was found.
"""

from collections.abc import Iterator, Sequence
from itertools import groupby, pairwise
from typing import Literal, NamedTuple, TypeAlias

import msgspec

from chabudai.core import AnyGame, Seat, Struct, Telling
from chabudai.core.transcript import Recorded, Transcript
from chabudai.games.kakapo import moves, rules
from chabudai.games.kakapo.components.board import SIDE
from chabudai.games.kakapo.components.cards import Card
from chabudai.games.kakapo.review.wins import find_quickest, tell_win
from chabudai.games.kakapo.rules.history import Moment, moments_of
from chabudai.games.kakapo.solver.open_hands import Effort, Line, winning_line
from chabudai.games.kakapo.solver.settling import Settled, Thoroughness, settle
from chabudai.games.kakapo.state import (
    Action,
    Concede,
    Facing,
    Over,
    Place,
    Placing,
    Reveal,
    Revealing,
    Select,
    State,
)
from chabudai.games.kakapo.view import view

Step: TypeAlias = Literal["card", "piece", "place"]
"""The kind of a move: revealing a card, selecting a piece, or placing a piece."""

PLACES = 2
"""Number of places to search for each piece, in addition to one out of the way."""
TRIES = 2
"""Maximum number of ways to finish the current round that are searched."""
BRISK = Effort(steps=50_000, plans=12, turns=20)
"""Limits of each heuristic search. There may be dozens of them."""
PATIENCE = 2
"""Number of exhaustive searches that may fail before the last one, because searches of earlier
tables take even longer.
"""
THOROUGH = Thoroughness(steps=500_000, rounds=30_000)
"""Limits of each exhaustive search."""
MOST_EDGES = 4 * SIDE * SIDE
"""Upper bound on the number of edges on a board."""


class Turned(Struct):
    """The move after which no winning line was found, although one was found before the move.

    `round` is its round, counted from 0. `card` is the card that `seat` revealed, the decision card
    when `seat` selected, or the piece that it placed. If `proved`, no winning line exists after the
    move; otherwise none was found.
    """

    round: int
    by: Step
    seat: Seat
    card: Card
    proved: bool


class Looked(Struct):
    """Whether the mission could still be won from the start of each round, with all hands open.

    An entry of `winnable` is None if neither a winning line nor a proof was found. `turned` is None
    if the mission was won, or given up while it could be won, or if no winning line was found at
    all. `line` has the rounds of the last winning line found, from the round of `turned` to the
    success. Its first round begins with the moves that were made before `turned`.

    If the mission was won, `facts` are sentences about the win, and `line` has all rounds of a
    faster way, if one was found.
    """

    winnable: tuple[bool | None, ...]
    turned: Turned | None
    line: tuple[Moment, ...] = ()
    facts: tuple[Telling, ...] = ()


class Moved(NamedTuple):
    """A move by a player, the number of moves before it (chance moves count), and the states before
    and after it.
    """

    at: int
    before: State
    seat: Seat
    action: Reveal | Select | Place
    after: State


class Chance(NamedTuple):
    """A winning line from one of a game's tables, and the number of moves before that table."""

    made: int
    line: Line


def look_back(game: AnyGame, played: Recorded) -> Looked:
    """Find the last table from which a game could be won, and judge the start of each round.

    Takes a few tenths of a second, or up to a few seconds if the searches find nothing.
    """
    states: tuple[State, ...] = played.states
    begun = next((state for state in states if is_round_start(state)), None)
    if begun is None:
        return Looked((), None)
    made = tuple(moves_of(played.transcript, states))
    tables = (begun, *(move.after for move in made))
    starts = [at for at, table in enumerate(tables) if is_round_start(table)]
    if is_won(end := tables[-1]):
        quickest = find_quickest(begun, end.round)
        line = rounds_of(quickest.line, begun) if quickest.line else ()
        return Looked((True,) * len(starts), None, line, tell_win(end, quickest))
    found, lost = judge(tables)
    if found is None:
        return Looked(tuple([None if at < lost else False for at in starts]), None)
    at, way = followed(found, made)
    return Looked(
        tuple([True if start <= at else None if start < lost else False for start in starts]),
        turned_with(made[at], proved=at + 1 >= lost) if at < len(made) else None,
        rounds_of(way, tables[at]),
    )


class Judged(NamedTuple):
    """The last table of a game from which a winning line was found, and the first one proved lost.

    `lost` is the index of the first table proved lost, or the number of tables if none is.
    """

    chance: Chance | None
    lost: int


def judge(tables: Sequence[State]) -> Judged:
    """Judge the tables of a game round by round, from the last to the first.

    A lost game stays lost, and a search that fails at one table may succeed at a later one.
    """
    lost, patience = len(tables), PATIENCE
    rounds = [tuple(some) for _, some in groupby(range(lost), lambda at: tables[at].round)]
    for first, *others in reversed(rounds):
        begun = settled_at(tables[first], patience)
        patience -= begun.weary
        if begun.lost:
            lost = first
            continue
        # If nothing was found and no exhaustive search is left, skip to the previous round.
        for at in reversed(others if patience or begun.line is not None else ()):
            there = settled_at(tables[at], patience)
            patience -= there.weary
            if there.lost:
                lost = at
            elif there.line is not None:
                return Judged(Chance(at, there.line), lost)
        if begun.line is not None:
            return Judged(Chance(first, begun.line), lost)
    return Judged(None, lost)


class Found(NamedTuple):
    """The result for a table: a winning line, or a proof that none exists (`lost`), or neither.

    `weary` is 1 if an exhaustive search had to be given up, and 0 otherwise.
    """

    line: Line | None
    lost: bool
    weary: int


def settled_at(table: State, patience: int) -> Found:
    """Settle a table by an exhaustive search or, if that fails, look for a likely line.

    Takes from a few milliseconds to half a second.
    """
    if patience and not is_open(settled := settle(table, THOROUGH)):
        return Found(settled.line, settled.lost, 0)
    return Found(line_from(table), lost=False, weary=int(patience > 0))


def is_open(settled: Settled) -> bool:
    """Whether a search found neither a winning line nor a proof."""
    return settled.line is None and not settled.lost


def followed(chance: Chance, made: Sequence[Moved]) -> Chance:
    """Follow a winning line until the game deviates from it. Moves on the line did not lose the
    game.
    """
    at, line = chance
    while at < len(made) and rules.apply(made[at].before, *line[0]).state == made[at].after:
        at, line = at + 1, line[1:]
    return Chance(at, line)


def rounds_of(line: Line, table: State) -> tuple[Moment, ...]:
    """Return the rounds of a winning line from this table, including the current one."""
    end = table
    for seat, action in line:
        end = rules.apply(end, seat, action).state
    return moments_of(end)[table.round - 1 :]


def moves_of(transcript: Transcript, states: Sequence[State]) -> Iterator[Moved]:
    """Yield the moves of a game, without chance moves and wishes to give up."""
    steps = zip(pairwise(states), transcript.entries, strict=True)
    for at, ((before, after), entry) in enumerate(steps):
        action = msgspec.json.decode(entry.action, type=Action)
        if isinstance(action, Reveal | Select | Place):
            yield Moved(at, before, entry.seat, action, after)


def is_round_start(state: State) -> bool:
    """Whether a round is about to begin."""
    return isinstance(state.phase, Revealing) and not state.revealed


def turned_with(move: Moved, *, proved: bool) -> Turned:
    """Describe a move as the turning point."""
    _, before, seat, action, after = move
    at = before.round - 1
    match action:
        case Reveal(card=card):
            return Turned(at, "card", seat, card, proved)
        case Select():
            return Turned(at, "piece", seat, after.rounds[-1].decision, proved)
        case Place(piece=piece):
            return Turned(at, "place", seat, piece, proved)


# --- One state


def is_won(state: State) -> bool:
    """Whether the mission has succeeded."""
    return isinstance(state.phase, Over) and state.phase.reason == "scanned"


def line_from(state: State, effort: Effort = BRISK) -> Line | None:
    """Return a winning line, or None if none was found. Takes up to about a second."""
    ways = sorted(ways_after(state), key=lambda way: worth(way.state), reverse=True)
    for way in ways[:TRIES]:
        line = () if is_won(way.state) else winning_line(way.state, effort)
        if line is not None:
            return (*way.line, *line)
    return None


class Way(NamedTuple):
    """Moves, and the table after them."""

    line: Line
    state: State


def ways_after(state: State) -> list[Way]:
    """Return likely ways to reach the start of the next round, or to win the mission.

    All selections are tried, but each piece is tried only in the places that surround the birds
    best, and in one that touches no bird.
    """
    if isinstance(state.phase, Over):
        return [Way((), state)] if is_won(state) else []
    if isinstance(state.phase, Revealing):
        return [Way((), state)]
    (seat,) = rules.to_act(state)
    after = [
        Way(((seat, action),), rules.apply(state, seat, action).state)
        for action in moves.legal_actions(view(state, seat), seat)
        if not isinstance(action, Concede)
    ]
    if isinstance(state.phase, Placing):
        won = [way for way in after if is_won(way.state)][:1]
        aside = [way for way in after if way.state.edges == state.edges][:1]
        best = sorted(after, key=lambda way: worth(way.state), reverse=True)[:PLACES]
        after = won or [*best, *aside]
    return [
        Way((*one.line, *more.line), more.state) for one in after for more in ways_after(one.state)
    ]


def worth(state: State) -> int:
    """Rate how well the birds are surrounded. A success has the highest value."""
    if is_won(state):
        return MOST_EDGES
    edges: list[Facing] = [facing for bird in state.edges for facing in bird]
    return edges.count("right") - 3 * edges.count("wrong")
