"""Tall Tales: the exact value of a round. The teller's plan gives the probability of a claim with
each card, and the hearer's plan the probability of a doubt. A plan's value is its result against
the other player's best reply. With `TELLING`, the teller gains at least a certain number of beans,
and with `HEARING` at most the same number, so neither plan can be improved. This holds while both
players have at least two beans, because every debt is then paid in full.
"""

from collections.abc import Mapping
from fractions import Fraction
from typing import TypeAlias

from examples.games.tall_tales.components import BELIEVED, CARDS, DOUBTED

Plan: TypeAlias = Mapping[int, Fraction]
"""Probability of a claim or doubt with each card, from 0 to 1."""

TELLING: Plan = {1: Fraction(1, 3), 2: Fraction(1), 3: Fraction(1)}
HEARING: Plan = {1: Fraction(0), 2: Fraction(1, 3), 3: Fraction(1)}


def compared(mine: int, other: int) -> int:
    """Beans that the holder of `mine` gains when the cards are compared."""
    return DOUBTED if mine > other else -DOUBTED


def worth_of_claiming(card: int, hearing: Plan) -> Fraction:
    """Return the beans that a claim with `card` gains on average against the hearer's plan."""
    others = [other for other in CARDS if other != card]
    each = (BELIEVED + hearing[h] * (compared(card, h) - BELIEVED) for h in others)
    return sum(each, Fraction(0)) / len(others)


def worth_of_doubting(card: int, telling: Plan) -> Fraction:
    """Return the beans that a doubt with `card` gains on average against the teller's plan.

    Raises ZeroDivisionError if this plan never claims with another card.
    """
    others = [other for other in CARDS if other != card]
    each = (telling[t] * compared(card, t) for t in others)
    return sum(each, Fraction(0)) / sum(telling[t] for t in others)
