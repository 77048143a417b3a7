"""Word Porters: choosing the fitting hint that best leads the other players to the speaker's word.

A speaker considers only the open hints that fit its word best by people's ratings. For each hint,
it predicts what a listener with a similar sense of words would infer from all the speaker's hints
together. So a second hint complements the first. The speaker takes into account which hints will
probably be taken by its next turn, and the cost of a second porter.
"""

from collections.abc import Iterable, Mapping, Sequence
from math import log
from typing import NamedTuple

from chabudai.games.word_porters.bots.listener import DOUBLE, Row, Table, hint_weights
from chabudai.games.word_porters.bots.meanings import Board
from chabudai.games.word_porters.rules.openings import Opening, Turn

DRAWS = 24
"""Number of samples of the other players' senses of words."""
FITS = 1.5
"""Minimum rating of a hint that fits a word. Ratings are at most 3."""
ENOUGH = 2.5
"""Hints with at least this rating count as equally good. If no hint has this rating, only the best
hint is used.
"""


def fitting(there: Board, word: int, open_to: Opening) -> Opening:
    """Return the open hints that fit the word best, by most people's ratings."""
    least = min(ENOUGH, max(there.leans[hint][word] for hint in open_to.all))
    free, dear = (tuple(at for at in hints if there.leans[at][word] >= least) for hints in open_to)
    return Opening(free, dear)


def is_least_bad(there: Board, word: int, turn: Turn) -> bool:
    """Return whether no open hint fitted the word and the hint that was taken was the least bad
    one.

    Hints on a table's own cards, which have no ratings, are not judged.
    """
    leans = [there.leans[hint][word] for hint in turn.opening.all]
    return there.rated and FITS > max(leans) == there.leans[turn.taken][word]


def clarities(
    drawn: Sequence[Table], word: int, taken: Sequence[int], opening: Opening
) -> dict[int, float]:
    """Return, for each open hint, the log probability that listeners find the word.

    Listeners see this hint and the hints in `taken`. `drawn` has sampled tables of listeners.
    """
    found = dict.fromkeys(opening.all, 0.0)
    for table in drawn:
        said = [1.0] * len(table[0])
        for hint in taken:
            said = list(map(float.__mul__, said, table[hint]))
        for hint in found:
            row = table[hint]
            found[hint] += said[word] * row[word] / sum(map(float.__mul__, said, row))
    return {hint: log(total / len(drawn)) for hint, total in found.items()}


class Rival(NamedTuple):
    """Another player who has a turn before the speaker's next turn."""

    opening: Opening
    said: Row
    """Weight of each word after the rival's previous hints."""
    beliefs: Row
    """Probability that each word is the rival's. The probabilities add up to 1."""


def urgencies(table: Table, rivals: Iterable[Rival], reason: float) -> list[float]:
    """Return, for each hint card, the probability that a rival touches it."""
    left = [1.0] * (len(table) // 2)
    for rival in rivals:
        keen = hint_weights(table, rival.said, rival.opening, reason)
        wholes = list(map(sum, zip(*keen.values(), strict=True)))
        for hint, row in keen.items():
            taken = sum(
                likely * value / whole
                for likely, value, whole in zip(rival.beliefs, row, wholes, strict=True)
            )
            left[hint >> 1] *= max(0.0, 1 - taken)
    return [1 - still for still in left]


def best_hint(clear: Mapping[int, float], opening: Opening, urgent: Sequence[float]) -> int:
    """Return the hint with the highest value, which depends on clarity, urgency, and the cost of a
    second porter. `urgent` has the probability that each hint card is touched before the speaker's
    next turn.
    """

    def worth(hint: int) -> float:
        later = [says for other, says in clear.items() if other >> 1 != hint >> 1]
        gain = clear[hint] - max(later) if later else 0.0
        cost = DOUBLE if hint in opening.dear else 0.0
        return clear[hint] + gain * urgent[hint >> 1] - cost

    return max(clear, key=worth)
