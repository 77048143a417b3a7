"""The Kakapo: layout of the board and its sentences side by side, so that a table fits 80 × 24
cells.
"""

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import zip_longest
from unicodedata import east_asian_width

SIDE_BY_SIDE = 28
"""Column in which the sentences next to the board begin."""
WIDTH = 80 - SIDE_BY_SIDE
NAME = 8
"""Cells reserved for a player's name, which is filled in later."""
SEAT = re.compile(r"\{\d\}")
PARTS = re.compile(r"[^ 、。：]+[ 、。：]*|[ 、。：]+")
"""Parts of a sentence after which a line may break."""


def beside(left: Iterable[str], right: Iterable[str]) -> Iterator[str]:
    """Yield the lines of `left` and `right` side by side."""
    for one, other in zip_longest(left, right, fillvalue=""):
        yield f"{one:{SIDE_BY_SIDE}}{other}".rstrip()


def folded(sentences: str) -> Iterator[str]:
    """Wrap sentences into lines that fit next to the board."""
    line, taken = "", 0
    for part in PARTS.findall(sentences):
        if line and taken + cells(part.rstrip(" ")) > WIDTH:
            yield line.rstrip(" ")
            line, taken = "", 0
        line += part
        taken += cells(part)
    yield line.rstrip(" ")


@lru_cache(maxsize=1 << 12)
def cells(text: str) -> int:
    """Return the width of a string in terminal cells. Cached, since tables repeat words."""
    wide = sum(east_asian_width(letter) in "WF" for letter in text)
    names = SEAT.findall(text)
    return len(text) + wide + sum(NAME - len(name) for name in names)
