"""Quiddler: expected values of the bonuses and of discards.

The bonuses (QD-30 to QD-32) depend on the words that other players have laid and may still lay. A
discard has a value for the next player (QD-17).
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from math import prod
from typing import TypeAlias

from chabudai.core import Seat
from chabudai.games.quiddler.components.cards import BONUS, Face
from chabudai.games.quiddler.solver.cover import LETTERS, WORDS, Bonus
from chabudai.games.quiddler.view import Choosing, View

Chances: TypeAlias = tuple[float, ...]
"""Probabilities that a count is at most 0, 1, 2 and so on. All further probabilities are 1."""

LONGEST_OF_TWO: tuple[Chances, ...] = (
    (0.02, 0.02, 0.05, 0.83, 0.98),
    (0.02, 0.02, 0.13, 0.25, 0.82),
    (0.0, 0.0, 0.0, 0.13, 0.4, 0.8, 0.98),
    (0.0, 0.0, 0.02, 0.1, 0.45, 0.68, 0.93),
    (0.0, 0.0, 0.0, 0.07, 0.2, 0.55, 0.73, 0.95, 0.98),
    (0.0, 0.0, 0.0, 0.03, 0.15, 0.3, 0.8, 0.95, 0.98),
    (0.0, 0.0, 0.0, 0.0, 0.13, 0.23, 0.47, 0.8, 0.95, 0.98),
    (0.0, 0.0, 0.0, 0.02, 0.12, 0.18, 0.42, 0.75, 0.95),
)
"""Length of a player's longest word in a two-player game, by round, from 30 games of expert bots.
"""
LONGEST: tuple[Chances, ...] = (
    (0.04, 0.04, 0.15, 0.94, 0.99),
    (0.03, 0.03, 0.3, 0.48, 0.84, 0.97),
    (0.03, 0.03, 0.03, 0.52, 0.76, 0.9, 0.98),
    (0.0, 0.0, 0.15, 0.42, 0.68, 0.84, 0.97, 0.99),
    (0.01, 0.01, 0.03, 0.38, 0.69, 0.81, 0.9, 0.96),
    (0.0, 0.0, 0.03, 0.24, 0.45, 0.7, 0.89, 0.95, 0.99),
    (0.0, 0.0, 0.0, 0.32, 0.53, 0.69, 0.84, 0.97, 0.99),
    (0.0, 0.0, 0.04, 0.22, 0.49, 0.59, 0.74, 0.91, 0.99),
)
"""Length of a player's longest word in a larger game, by round, from 40 games of three expert bots.
`MOST` has the numbers of words from the same games.
"""
MOST: tuple[Chances, ...] = (
    (0.04,),
    (0.03, 0.63),
    (0.03, 0.33),
    (0.0, 0.25, 0.72),
    (0.01, 0.16, 0.53),
    (0.0, 0.1, 0.53, 0.92),
    (0.0, 0.02, 0.35, 0.64),
    (0.0, 0.0, 0.28, 0.55, 0.92),
)

TAKEN: Mapping[Face, tuple[float, ...]] = {
    "A": (3.8, 4.0, 3.7, 2.9, 2.3, 1.9, 1.6, 1.8),
    "B": (3.3, 2.8, 2.8, 2.9, 2.9, 2.8, 2.7, 2.9),
    "C": (2.1, 1.7, 1.9, 2.2, 2.5, 2.6, 2.4, 2.6),
    "CL": (1.2, 0.7, 1.4, 1.9, 2.5, 2.8, 3.1, 3.2),
    "D": (1.6, 0.9, 0.8, 0.6, 0.4, 0.3, 0.3, 0.3),
    "E": (3.3, 3.3, 3.0, 2.4, 1.9, 1.7, 1.4, 1.5),
    "ER": (4.4, 4.7, 4.7, 4.5, 4.1, 4.0, 3.7, 3.6),
    "F": (1.7, 1.3, 1.2, 1.1, 1.0, 1.0, 1.0, 1.0),
    "G": (2.2, 1.5, 1.3, 1.5, 1.2, 1.2, 1.0, 1.1),
    "H": (2.8, 2.5, 2.4, 2.2, 2.2, 2.1, 2.1, 2.1),
    "I": (3.1, 3.3, 3.5, 3.0, 2.5, 2.2, 1.8, 2.1),
    "IN": (5.2, 5.8, 5.9, 5.1, 4.6, 4.4, 3.9, 4.1),
    "J": (2.3, 2.5, 3.1, 3.8, 4.7, 5.2, 5.5, 5.9),
    "K": (2.3, 2.4, 2.3, 2.5, 2.6, 2.7, 2.7, 2.6),
    "L": (0.5, 0.4, 0.3, 0.2, 0.1, 0.1, 0.1, 0.1),
    "M": (1.8, 1.3, 1.1, 0.8, 0.7, 0.6, 0.5, 0.5),
    "N": (1.7, 1.6, 1.1, 1.0, 0.7, 0.7, 0.4, 0.5),
    "O": (3.5, 3.7, 3.6, 2.8, 2.2, 1.9, 1.6, 1.5),
    "P": (2.6, 1.6, 1.6, 1.5, 1.3, 1.4, 1.2, 1.1),
    "Q": (1.0, 1.7, 2.4, 2.7, 3.7, 4.4, 4.6, 5.1),
    "QU": (1.0, 1.1, 1.4, 1.7, 2.0, 2.3, 2.5, 2.7),
    "R": (1.5, 1.2, 0.9, 0.8, 0.6, 0.4, 0.4, 0.4),
    "S": (0.8, 0.7, 0.5, 0.5, 0.2, 0.2, 0.2, 0.2),
    "T": (1.2, 0.7, 0.5, 0.5, 0.3, 0.3, 0.1, 0.1),
    "TH": (3.2, 2.9, 3.3, 3.2, 3.3, 3.5, 3.5, 3.6),
    "U": (3.0, 3.1, 3.1, 2.6, 2.3, 2.0, 1.9, 2.0),
    "V": (2.4, 1.9, 2.5, 3.1, 3.6, 4.0, 4.3, 4.4),
    "W": (4.0, 3.5, 4.0, 4.0, 4.4, 4.3, 4.4, 4.4),
    "X": (3.3, 4.1, 4.3, 4.5, 5.1, 5.3, 5.4, 5.5),
    "Y": (2.2, 1.8, 1.7, 1.5, 1.0, 1.1, 0.8, 0.8),
    "Z": (2.7, 3.4, 4.3, 4.8, 5.7, 6.3, 6.5, 6.8),
}
"""Mean gain in points from having this card instead of a random one, by card and round.

Measured for last turns with an expert's vocabulary. Losses count as 0. The means are over 800
random hands (500 from round 6).
"""
GIVING = 0.5
"""Fraction of TAKEN that counts, since the next player may have no use for the card."""


def giving_cost(view: View, card: Face) -> float:
    """Return the cost of a discard that the next player may take, or 0 if no turn follows."""
    if view.last is not None and len(view.last.left) < 2:
        return 0.0
    return GIVING * TAKEN[card][view.round - 1] / (len(view.hands) - 1)


def taken(view: View) -> Face | None:
    """Return the card that was taken from the discards in this turn, or None."""
    phase = view.phase
    return phase.card if isinstance(phase, Choosing) and phase.source == "discards" else None


def discards(hand: Iterable[Face], taken: Face | None) -> tuple[Face, ...]:
    """Return the faces that can be discarded: all except `taken`, unless there are no others."""
    faces = dict.fromkeys(hand)
    return tuple(face for face in faces if face != taken) or tuple(faces)


def expected_bonus(view: View, seat: Seat) -> Bonus:
    """Return the expected bonuses, relative to the other players, by the length of the longest word
    and by the number of words.
    """
    seats = len(view.hands)
    played = view.options.two_player_bonus if seats == 2 else "both"
    others = [other for other in range(seats) if other != seat]
    usual = (LONGEST_OF_TWO if seats == 2 else LONGEST)[view.round - 1]
    longest = [chances(view, other, usual, letters) for other in others]
    most = [chances(view, other, MOST[view.round - 1], len) for other in others]
    nothing = Bonus()
    return Bonus(
        nothing.longest if played == "most" else gains(longest, LETTERS),
        nothing.most if played == "longest" else gains(most, WORDS),
    )


def letters(words: Sequence[str]) -> int:
    """Return the number of letters in the longest word."""
    return max(map(len, words), default=0)


def chances(
    view: View, other: Seat, usual: Chances, count: Callable[[Sequence[str]], int]
) -> Chances:
    """Return the distribution of another player's count, which is certain after their last turn."""
    if view.last is None or other in view.last.left:
        return usual
    words = [laid.word for laid in view.laid if laid.seat == other and not laid.struck]
    return (0.0,) * count(words)


def gains(others: Sequence[Chances], size: int) -> tuple[float, ...]:
    """Return the player's expected bonus minus the others' mean expected bonus, for each count that
    the player may have.
    """
    found: list[float] = []
    for own in range(size):
        win = prod(at_most(each, own - 1) for each in others)
        lose = 1.0 - prod(at_most(each, own) for each in others)
        found.append(BONUS * (win - lose / len(others)))
    return tuple(found)


def at_most(chances: Chances, count: int) -> float:
    """Return the probability that a count is at most `count`."""
    if count < 0:
        return 0.0
    return chances[count] if count < len(chances) else 1.0
