"""Word Bank: the daily deal, against one bot."""

from collections.abc import Sequence
from itertools import pairwise

from chabudai.core import Daily, DailyResult, DailyTable, Rng, telling
from chabudai.core.daily import PERSON
from chabudai.games.word_bank.rules import count
from chabudai.games.word_bank.state import Options, State, Turn

LEVEL = "normal"


def table(rng: Rng) -> DailyTable:
    """Return a table for two with the printed rules. The human player begins."""
    return DailyTable(options=Options(first_player=PERSON), bots=(LEVEL,))


def chance_key(state: State) -> str:
    """Return the key of the only chance move, the shuffle."""
    return "shuffle"


def result(states: Sequence[State]) -> DailyResult:
    """Return the result, the margin in stones, and a mark for each turn by its number of stones."""
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
    """Whether the human player must say a password."""
    return isinstance(state.phase, Turn) and state.phase.seat == PERSON


def mark(before: State, after: State) -> int:
    """Return the mark of a turn, 0 to 4: for no stone, one or two, three, four, or more."""
    placed = before.stones[PERSON] - after.stones[PERSON]
    return 0 if placed == 0 else min(max(placed - 1, 1), 4)


DAILY = Daily(table=table, chance_key=chance_key, result=result)
