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
    """Return the key of a chance move: shuffles once, reshuffles and identities by round."""
    match state.phase:
        case Shuffling():
            return "decks"
        case Reshuffling():
            return f"hints {state.round}"
        case _:
            return f"identities {state.round}"


def result(states: Sequence[State]) -> DailyResult:
    """Rank by points, and report those of the others, with a mark for each round by its points."""
    end = states[-1]
    own, *others = end.scores
    text = "{own} {own|point|points}; the others had {others}."
    return DailyResult(
        (own,),
        telling(text, own=own, others=listed(others)),
        tuple(min(scored.points[PERSON], 4) for scored in end.rounds),
    )


DAILY = Daily(table=table, chance_key=chance_key, result=result)
