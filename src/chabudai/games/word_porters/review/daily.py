"""Word Porters: the daily deal, with two bots."""

from collections.abc import Sequence

from chabudai.core import Daily, DailyResult, DailyTable, Rng, Telling, listed, telling
from chabudai.core.daily import PERSON
from chabudai.games.word_porters.state import Options, Reshuffling, Shuffling, State

LEVEL = "normal"


def table(rng: Rng) -> DailyTable:
    """Return a table for three with the printed rules. The person is the start player."""
    return DailyTable(options=Options(first_player=PERSON), bots=(LEVEL, LEVEL))


def goal(options: Options, seats: int) -> Telling:
    """Return the goal of the game with two bots."""
    return telling("Score more points than the two bots.")


def chance_key(state: State) -> str:
    """Return a chance move's key. Except for the first shuffle, it contains the round."""
    match state.phase:
        case Shuffling():
            return "decks"
        case Reshuffling():
            return f"hints {state.round}"
        case _:
            return f"identities {state.round}"


def result(states: Sequence[State]) -> DailyResult:
    """Return the result: the rank depends on points and on winning, the text gives the others'
    points, and the mark for each round depends on its points.
    """
    end = states[-1]
    own, *others = end.scores
    text = "{own} {own|point|points}; the others had {others}."
    return DailyResult(
        (own, int(own >= max(others))),
        telling(text, own=own, others=listed(others)),
        tuple(min(scored.points[PERSON], 4) for scored in end.rounds),
    )


def compare(own: DailyResult, par: DailyResult) -> Telling:
    """Compare the points with par, and mention a win or the others' points."""
    points, is_won = own.rank
    if is_won:
        text = "The expert made {par} {par|point|points}. You made {own}, and won."
        return telling(text, par=par.rank[0], own=points)
    text = "The expert made {par} {par|point|points}. You made {own}; the others made {others}."
    return telling(text, par=par.rank[0], own=points, others=own.told.facts["others"])


DAILY = Daily(table=table, goal=goal, chance_key=chance_key, result=result, compare=compare)
