"""Quiddler: the cards."""

from collections.abc import Iterable
from typing import Annotated, TypeAlias

from chabudai.core.bounds import one_of

BOX = """
A 10 2   B 2 8    C 2 8   D 4 5   E 12 2  F 2 6   G 4 6   H 2 7
I 8 2    J 2 13   K 2 8   L 4 3   M 2 5   N 6 5   O 8 2   P 2 6
Q 2 15   R 6 5    S 4 3   T 6 3   U 6 4   V 2 11  W 2 10  X 2 12
Y 4 4    Z 2 14   QU 2 9  IN 2 7  ER 2 7  TH 2 9  CL 2 10
"""
"""QD-2, QD-3: each face with its number of cards and its points."""

FIELDS = BOX.split()
Face: TypeAlias = Annotated[str, one_of(sorted(FIELDS[::3]))]
"""Face of a card: one letter A to Z, or one of the doubles QU, IN, ER, TH, CL."""
Uncovered: TypeAlias = Annotated[str, one_of((*sorted(FIELDS[::3]), ""))]
"""Face of a column's open card, or "" if the column is empty."""
COUNTS: dict[Face, int] = dict(sorted(zip(FIELDS[::3], map(int, FIELDS[1::3]), strict=True)))
"""Number of cards of each face, in alphabetical order, which is also the order of sorted hands."""
POINTS: dict[Face, int] = dict(zip(FIELDS[::3], map(int, FIELDS[2::3]), strict=True))
DOUBLES: tuple[Face, ...] = tuple(face for face in COUNTS if len(face) == 2)
DECK: tuple[Face, ...] = tuple(face for face, count in COUNTS.items() for _ in range(count))
"""The 118 cards in alphabetical order."""

ROUNDS = 8
FIRST_HAND = 3
"""Cards dealt to each player in the first round. Each later round has one more (QD-5)."""
BONUS = 10
"""Points for each of the two bonuses (QD-30, QD-31)."""
COLUMNS = 8
DEPTH = 6
"""The solo game has eight columns of six cards (QD-A18)."""


def points(cards: Iterable[Face]) -> int:
    """QD-3: return the sum of the cards' points."""
    return sum(map(POINTS.__getitem__, cards))
