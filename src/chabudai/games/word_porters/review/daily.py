"""Word Porters: the daily deal, with two bots."""

from collections.abc import Sequence

from chabudai.core import Daily, DailyResult, DailyTable, Rng, listed, telling
from chabudai.core.daily import PERSON
from chabudai.games.word_porters.state import Options, Reshuffling, Shuffling, State

LEVEL = "normal"


def table(rng: Rng) -> DailyTable:
    """Return a table for three by the rules of the box. The person begins."""
    return DailyTable(options=Options(first_player=PERSON), bots=(LEVEL, LEVEL))


def chance_key(state: State) -> str:
    """Return a chance move's key: one for the shuffle, one per round for the other moves."""
    match state.phase:
        case Shuffling():
            return "decks"
        case Reshuffling():
            return f"hints {state.round}"
        case _:
            return f"identities {state.round}"


def result(states: Sequence[State]) -> DailyResult:
    """Rank by points, report the other players' points, and mark each round by its points."""
    end = states[-1]
    own, *others = end.scores
    text = "{own} {own|point|points}; the others had {others}."
    return DailyResult(
        (own,),
        telling(text, own=own, others=listed(others)),
        tuple(min(scored.points[PERSON], 4) for scored in end.rounds),
    )


DAILY = Daily(table=table, chance_key=chance_key, result=result)
