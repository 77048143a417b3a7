"""Word Bank: the daily deal, against one bot."""

from collections.abc import Mapping, Sequence
from itertools import pairwise

from chabudai.core import Daily, DailyResult, DailyTable, Rng, Telling, telling
from chabudai.core.daily import PERSON
from chabudai.games.word_bank.rules import count
from chabudai.games.word_bank.state import Options, State, Turn

LEVEL = "normal"
COMPARED: Mapping[tuple[bool, bool], str] = {
    (True, True): "The expert left {par} {par|stone|stones}. You left {own}, and won.",
    (False, True): "The expert left {par} {par|stone|stones}. You left {own}, and lost.",
    (True, False): "The expert left {par} {par|stone|stones}, and lost. You left {own}, and won.",
    (False, False): "The expert left {par} {par|stone|stones}, and lost. You left {own}, and lost.",
}
"""Comparisons with the expert. The keys say whether the player won, and whether the expert won."""


def table(rng: Rng) -> DailyTable:
    """Return a table for two with the printed rules. The human player begins."""
    return DailyTable(options=Options(first_player=PERSON), bots=(LEVEL,))


def goal(options: Options, seats: int) -> Telling:
    """Return the goal of the game against the bot."""
    return telling("End with fewer stones than the bot.")


def chance_key(state: State) -> str:
    """Return the key of the only chance move, the shuffle."""
    return "shuffle"


def result(states: Sequence[State]) -> DailyResult:
    """Return the result. The rank depends first on winning, then on the stones left. The mark for
    each turn depends on the stones placed.
    """
    outcome = count(states[-1])
    own, other = outcome.scores
    is_won = PERSON in outcome.winners
    told = telling("{own} {own|stone|stones} left against {other}: lost.", own=own, other=other)
    if is_won:
        told = telling("{own} {own|stone|stones} left against {other}: won.", own=own, other=other)
    return DailyResult(
        (int(is_won), -own),
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


def compare(own: DailyResult, par: DailyResult) -> Telling:
    """Compare the number of stones left with par."""
    (own_won, own_left), (par_won, par_left) = own.rank, par.rank
    return telling(COMPARED[own_won > 0, par_won > 0], par=-par_left, own=-own_left)


DAILY = Daily(table=table, goal=goal, chance_key=chance_key, result=result, compare=compare)
