"""Quiddler: the daily deal, a solo game (QD-A18)."""

from collections.abc import Sequence

from chabudai.core import Daily, DailyResult, DailyTable, Rng, Telling, telling
from chabudai.games.quiddler.state import Options, Over, State


def table(rng: Rng) -> DailyTable:
    """Return the table of a solo game."""
    return DailyTable(options=Options(solo="columns", first_dealer=0))


def goal(options: Options, seats: int) -> Telling:
    """Return the goal of the solo game."""
    return telling("Turn eight columns of cards into points.")


def chance_key(state: State) -> str:
    """Return the key of the only chance move, the shuffle."""
    return "shuffle"


def result(states: Sequence[State]) -> DailyResult:
    """Return the result in points, and a mark for each word by its number of cards."""
    end = states[-1]
    points = sum(word.points for word in end.laid)
    columns = end.phase.columns if isinstance(end.phase, Over) else ()
    text = (
        "{points} {points|point|points} in {words} {words|word|words}, "
        "{left} {left|card|cards} left."
    )
    return DailyResult(
        (points,),
        telling(text, points=points, words=len(end.laid), left=sum(map(len, columns))),
        tuple(min(len(word.cards) - 1, 4) for word in end.laid),
    )


def compare(own: DailyResult, par: DailyResult) -> Telling:
    """Compare the points with par."""
    text = "The expert made {par} {par|point|points}. You made {own}."
    return telling(text, par=par.rank[0], own=own.rank[0])


DAILY = Daily(table=table, goal=goal, chance_key=chance_key, result=result, compare=compare)
