"""The Kakapo: review a finished mission with all hands open: until when could it still be won?

"Winnable" means that a winning line was found and checked by the rules, "lost" that there is a
proof. In between, no winning line was found.
"""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Literal, NamedTuple, TypeAlias

import msgspec

from chabudai.core import AnyGame, Seat, Struct
from chabudai.core.transcript import Transcript, replay
from chabudai.games.kakapo import moves, rules
from chabudai.games.kakapo.components.cards import ROUNDS, Card
from chabudai.games.kakapo.solver.open_hands import reachable, winning_line
from chabudai.games.kakapo.solver.par import MOST, fewest
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
"""The kind of a move: a card was revealed, a piece was selected, a piece was placed."""

LATE = 3
"""Up to this many rounds from the end, a search takes some tens of milliseconds at most."""
PLACES = 2
"""Places of a piece that are searched, besides one out of the way."""
TRIES = 3
"""States at the end of a round that are searched."""


class Turned(Struct):
    """The move after which no winning line was found any more, though there was one before it.

    `round` is its round, from 0. `card` was revealed by `seat`, or decided when `seat` selected, or
    is the piece that `seat` placed. `proved`: after it there is none; else none was found.
    """

    round: int
    by: Step
    seat: Seat
    card: Card
    proved: bool


class Looked(Struct):
    """By round: whether the mission could still be won at its start with all hands open.

    None: neither a winning line was found nor a proof that there is none. `turned` None: the
    mission was won, or given up while it could be won, or no winning line was found at all.
    """

    winnable: tuple[bool | None, ...]
    turned: Turned | None


class Moved(NamedTuple):
    """A move that was owed, with the states before and after it."""

    before: State
    seat: Seat
    action: Reveal | Select | Place
    after: State


def look_back(game: AnyGame, transcript: Transcript) -> Looked:
    """Judge the starts of the rounds of a game, and the moves of the last winnable round.

    A search that finds nothing takes longest, up to some seconds; there are a few of them at most.
    """
    states: tuple[State, ...] = tuple(replay(game, transcript))
    starts: dict[int, State] = {}
    for state in filter(is_round_start, states):
        starts.setdefault(state.round, state)
    if winnable(states[-1]):
        return Looked((True,) * len(starts), None)
    answers = winnable_by_round(tuple(starts.values()))
    last = answers.count(True)
    turning = [move for move in moves_of(transcript, states) if move.before.round == last]
    if not turning:
        return Looked(answers, None)
    end = answers[last] if last < len(answers) else winnable(turning[-1].after)
    return Looked(answers, turning_point(turning, end=end))


def winnable_by_round(starts: Sequence[State]) -> tuple[bool | None, ...]:
    """By round, whether it could be won: first True, as what can be won later can be won earlier;
    then None; then False.
    """
    good = winnable_rounds(starts)
    lost = next((at for at in range(good, len(starts)) if is_lost(starts[at])), len(starts))
    return (*[True] * good, *[None] * (lost - good), *[False] * (len(starts) - lost))


def winnable_rounds(starts: Sequence[State]) -> int:
    """How many of the rounds were found to be winnable; the late ones are judged first."""
    late = [at for at, state in enumerate(starts) if rounds_left(state) <= LATE]
    for at in reversed(late):
        if can_be_won(starts[at]):
            return at + 1
    early = starts[: len(starts) - len(late)]
    return next((at for at, state in enumerate(early) if not can_be_won(state)), len(early))


def moves_of(transcript: Transcript, states: Sequence[State]) -> Iterator[Moved]:
    """The moves of a game, without chance moves and wishes to give up."""
    for (before, after), entry in zip(pairwise(states), transcript.entries, strict=True):
        action = msgspec.json.decode(entry.action, type=Action)
        if isinstance(action, Reveal | Select | Place):
            yield Moved(before, entry.seat, action, after)


def is_round_start(state: State) -> bool:
    """Whether a round is about to begin."""
    return isinstance(state.phase, Revealing) and not state.revealed


def turning_point(made: Sequence[Moved], *, end: bool | None) -> Turned | None:
    """The first move of a winnable round after which no winning line was found any more; `end` is
    the answer for the state after the last move.
    """
    for move in made:
        answer = end if move is made[-1] else winnable(move.after)
        if not answer:
            return turned_with(move, proved=answer is False)
    return None


def turned_with(move: Moved, *, proved: bool) -> Turned:
    """Describe a move as the turning point."""
    before, seat, action, after = move
    at = before.round - 1
    match action:
        case Reveal(card=card):
            return Turned(at, "card", seat, card, proved)
        case Select():
            return Turned(at, "piece", seat, after.rounds[-1].decision, proved)
        case Place(piece=piece):
            return Turned(at, "place", seat, piece, proved)


# --- One state


def winnable(state: State) -> bool | None:
    """Whether the mission is won, or can be with open hands; None if no winning line was found."""
    if isinstance(state.phase, Over):
        return state.phase.reason == "scanned"
    return True if can_be_won(state) else None


def is_lost(state: State) -> bool:
    """Whether it is proved that the mission cannot be won from the start of a round, for lack of
    pieces.
    """
    most = min(MOST, rounds_left(state) + state.counters)
    solved = fewest(state.mission, state.board, reachable(state), most)
    return solved.pieces is None and solved.least > most


def can_be_won(state: State) -> bool:
    """Whether a winning line was found. Takes some tens of milliseconds to a few seconds."""
    best = sorted(tables_after(state), key=worth, reverse=True)
    return any(
        after.phase.reason == "scanned"
        if isinstance(after.phase, Over)
        else winning_line(after) is not None
        for after in best[:TRIES]
    )


def tables_after(state: State) -> list[State]:
    """Likely states at the start of the next round or the end: all selections, but of the places
    for a piece only those that surround the birds best, and one that touches none.
    """
    if isinstance(state.phase, Over | Revealing):
        return [state]
    (seat,) = rules.to_act(state)
    legal = moves.legal_actions(view(state, seat), seat)
    after = [
        rules.apply(state, seat, action).state
        for action in legal
        if not isinstance(action, Concede)
    ]
    if isinstance(state.phase, Placing):
        aside = [table for table in after if table.edges == state.edges][:1]
        after = [*sorted(after, key=worth, reverse=True)[:PLACES], *aside]
    return [table for each in after for table in tables_after(each)]


def rounds_left(state: State) -> int:
    """Rounds to be played, this one included."""
    return ROUNDS[state.mission.mode] - state.round + 1


def worth(state: State) -> int:
    """A heuristic for how well the birds are surrounded."""
    edges: list[Facing] = [facing for bird in state.edges for facing in bird]
    return edges.count("right") - 3 * edges.count("wrong")
