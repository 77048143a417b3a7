"""Word Porters: choosing a hint. Which one will make the others think of one's own word?

A speaker weighs, for every hint that is open, what a listener with much the same sense of words
would make of all its hints together, so that a second hint says what the first left open. It
takes into account which hints will be gone by its next turn, and what a second porter costs.
"""

from collections.abc import Iterable, Mapping, Sequence
from math import log
from typing import NamedTuple

from chabudai.games.word_porters.bots.listener import DOUBLE, Row, Table, keenness
from chabudai.games.word_porters.rules.openings import Opening


def clarities(
    drawn: Sequence[Table], word: int, taken: Sequence[int], opening: Opening
) -> dict[int, float]:
    """For every open hint, how clear the word is with it and those taken before, a logarithm.

    `drawn` are tables of what listeners may feel: the clarity is how likely they are right.
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
    """Somebody who has a turn before one's own next."""

    opening: Opening
    said: Row
    """By word, what its hints so far say of it."""
    beliefs: Row
    """By word, how likely it is its own; they add up to 1."""


def urgencies(table: Table, rivals: Iterable[Rival], reason: float) -> list[float]:
    """By hint card, how likely one of the rivals touches it."""
    left = [1.0] * (len(table) // 2)
    for rival in rivals:
        keen = keenness(table, rival.said, rival.opening, reason)
        wholes = list(map(sum, zip(*keen.values(), strict=True)))
        for hint, row in keen.items():
            taken = sum(
                likely * value / whole
                for likely, value, whole in zip(rival.beliefs, row, wholes, strict=True)
            )
            left[hint >> 1] *= max(0.0, 1 - taken)
    return [1 - still for still in left]


def best_hint(clear: Mapping[int, float], opening: Opening, urgent: Sequence[float]) -> int:
    """The hint to take: what it says, more if it will be gone, less what a second porter costs.

    `urgent`: by hint card, how likely it is touched before one's next turn.
    """

    def worth(hint: int) -> float:
        later = [says for other, says in clear.items() if other >> 1 != hint >> 1]
        gain = clear[hint] - max(later) if later else 0.0
        cost = DOUBLE if hint in opening.dear else 0.0
        return clear[hint] + gain * urgent[hint >> 1] - cost

    return max(clear, key=worth)
