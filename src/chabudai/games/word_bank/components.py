"""Word Bank: the components. The publisher's list of safes is unknown, so this one is our own."""

from string import ascii_uppercase
from typing import Annotated

from chabudai.core import Struct
from chabudai.core.bounds import between, one_of

RING = 7
"""Number of safes in the circle (WB-4)."""

STONES = {2: 20, 3: 18, 4: 15, 5: 12}
"""Stones in front of each player at the start, by number of players (WB-5)."""

HANDICAP = {2: (0, 4), 3: (0, 2, 4), 4: (0, 1, 2, 3), 5: (0, 1, 1, 4, 5)}
"""Stones taken from each player in a balanced start (WB-A21), by number of players, in playing
order. They equalised the wins of the hard bots of commit dc1e7559. With the bots of 4f90d565, which
say shorter words, the last of three players wins 59% (52% to 67%): `chabudai simulate word-bank
--bots hard --seats 3 --games 150 --option balanced_start=true --option first_player=0 --seed 1`.
"""


class Safe(Struct):
    """A card: one letter A–Z and the number of spaces for stones (WB-2)."""

    letter: Annotated[str, one_of(ascii_uppercase)]
    spaces: Annotated[int, between(0, 5)]


BOX = """
E 34455  A 3445  I 3344  O 344  U 33   R 334  S 3445  T 334  N 344  L 334  C 33  D 33
M 33     P 33    B 2     F 3    G 3    H 3    J 2     K 2    Q 2    V 2    W 2   X 2
"""
FIELDS = BOX.split()
SAFES = tuple(
    Safe(letter, int(spaces))
    for letter, row in zip(FIELDS[::2], FIELDS[1::2], strict=True)
    for spaces in row
)
"""The 52 safes, in no particular order."""
