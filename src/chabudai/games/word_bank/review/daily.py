"""Word Bank: the daily deal, against one bot."""

from collections.abc import Sequence
from itertools import pairwise

from chabudai.core import Daily, DailyResult, DailyTable, Rng, telling
from chabudai.core.daily import PERSON
from chabudai.games.word_bank.rules import count
from chabudai.games.word_bank.state import Options, State, Turn

LEVEL = "normal"


def table(rng: Rng) -> DailyTable:
    """A table for two by the rules of the box; the person begins."""
    return DailyTable(options=Options(first_player=PERSON), bots=(LEVEL,))


def chance_key(state: State) -> str:
    """The safes are shuffled once."""
    return "shuffle"


def result(states: Sequence[State]) -> DailyResult:
    """Whether it was won, and by how many stones; a mark for each turn, by the stones it placed."""
    outcome = count(states[-1])
    own, other = outcome.scores
    is_won = PERSON in outcome.winners
    told = telling("{own} {own|stone|stones} left against {other}: lost.", own=own, other=other)
    if is_won:
        told = telling("{own} {own|stone|stones} left against {other}: won.", own=own, other=other)
    return DailyResult(
        (int(is_won), other - own),
        told,
        tuple(mark(before, after) for before, after in pairwise(states) if is_turn(before)),
    )


def is_turn(state: State) -> bool:
    """Whether the person is to say a password."""
    return isinstance(state.phase, Turn) and state.phase.seat == PERSON


def mark(before: State, after: State) -> int:
    """None, one or two, three, four, or more stones."""
    placed = before.stones[PERSON] - after.stones[PERSON]
    return 0 if placed == 0 else min(max(placed - 1, 1), 4)


DAILY = Daily(table=table, chance_key=chance_key, result=result)
