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
"""QD-2, QD-3: each face, how many cards show it, and its points."""

FIELDS = BOX.split()
Face: TypeAlias = Annotated[str, one_of(sorted(FIELDS[::3]))]
"""The face of a card: one letter A to Z, or one of the doubles QU, IN, ER, TH, CL."""
Uncovered: TypeAlias = Annotated[str, one_of((*sorted(FIELDS[::3]), ""))]
"""The face of the card that lies open in a column, "" if the column is empty."""
COUNTS: dict[Face, int] = dict(sorted(zip(FIELDS[::3], map(int, FIELDS[1::3]), strict=True)))
"""How many cards show a face, in the order in which a hand is held: that of the alphabet."""
POINTS: dict[Face, int] = dict(zip(FIELDS[::3], map(int, FIELDS[2::3]), strict=True))
DOUBLES: tuple[Face, ...] = tuple(face for face in COUNTS if len(face) == 2)
DECK: tuple[Face, ...] = tuple(face for face, count in COUNTS.items() for _ in range(count))
"""The 118 cards, in alphabetical order."""

ROUNDS = 8
FIRST_HAND = 3
"""Cards dealt to each player in the first round; one more in each later round (QD-5)."""
BONUS = 10
"""Points of each of the two bonuses (QD-30, QD-31)."""
COLUMNS = 8
DEPTH = 6
"""The game for one is laid out in eight columns of six cards (QD-A18)."""


def points(cards: Iterable[Face]) -> int:
    """QD-3: the sum of the cards' points."""
    return sum(map(POINTS.__getitem__, cards))
