"""Tall Tales: what one round is worth, exactly.

A plan of the teller gives for each card how often to claim with it; a plan of the hearer, how often
to doubt with it. What a plan guarantees is what it brings against the best that the other can do.
`TELLING` guarantees the teller as much as `HEARING` allows, so neither can be bettered. It holds
while both have two beans or more, so that every debt is paid in full.
"""

from collections.abc import Mapping
from fractions import Fraction
from typing import TypeAlias

from tests.games.tall_tales.components import BELIEVED, CARDS, DOUBTED

Plan: TypeAlias = Mapping[int, Fraction]
"""How often to claim, or to doubt, with each card: 0 to 1."""

TELLING: Plan = {1: Fraction(1, 3), 2: Fraction(1), 3: Fraction(1)}
HEARING: Plan = {1: Fraction(0), 2: Fraction(1, 3), 3: Fraction(1)}


def compared(mine: int, other: int) -> int:
    """Beans that comparing brings to who holds `mine`."""
    return DOUBTED if mine > other else -DOUBTED


def worth_of_claiming(card: int, hearing: Plan) -> Fraction:
    """Beans that a claim with `card` brings, on average, against this plan of the hearer."""
    others = [other for other in CARDS if other != card]
    each = (BELIEVED + hearing[h] * (compared(card, h) - BELIEVED) for h in others)
    return sum(each, Fraction(0)) / len(others)


def worth_of_doubting(card: int, telling: Plan) -> Fraction:
    """Beans that a doubt with `card` brings, on average, after a claim by this plan of the teller.

    Raises ZeroDivisionError when no other card would have claimed.
    """
    others = [other for other in CARDS if other != card]
    each = (telling[t] * compared(card, t) for t in others)
    return sum(each, Fraction(0)) / sum(telling[t] for t in others)


def guaranteed_by_telling(telling: Plan) -> Fraction:
    """Beans that the teller gets in a round at least, on average, over all deals."""
    admitting = sum((1 - telling[card]) * -BELIEVED for card in CARDS) * (len(CARDS) - 1)
    claiming = Fraction(0)
    for card in CARDS:
        met = [(telling[t], compared(t, card)) for t in CARDS if t != card]
        believed = sum(often * BELIEVED for often, _ in met)
        claiming += min(believed, sum(often * beans for often, beans in met))
    return (admitting + claiming) / (len(CARDS) * (len(CARDS) - 1))


def allowed_by_hearing(hearing: Plan) -> Fraction:
    """Beans that the teller gets in a round at most, on average, over all deals."""
    best = (max(worth_of_claiming(card, hearing), Fraction(-BELIEVED)) for card in CARDS)
    return sum(best, Fraction(0)) / len(CARDS)
