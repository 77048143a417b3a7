"""The Kakapo: the board and what is said of it side by side, so that a table fits 80 × 24 cells."""

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import zip_longest
from unicodedata import east_asian_width

SIDE_BY_SIDE = 28
"""The column at which the sentences beside the board begin."""
WIDTH = 80 - SIDE_BY_SIDE
NAME = 8
"""The cells that are allowed for a name, which is filled in later."""
SEAT = re.compile(r"\{\d\}")
PARTS = re.compile(r"[^ 、。：]+[ 、。：]*|[ 、。：]+")
"""Parts of a sentence that a line may end after."""


def beside(left: Iterable[str], right: Iterable[str]) -> Iterator[str]:
    """Lines beside lines."""
    for one, other in zip_longest(left, right, fillvalue=""):
        yield f"{one:{SIDE_BY_SIDE}}{other}".rstrip()


def folded(sentences: str) -> Iterator[str]:
    """Sentences in lines that fit beside the board."""
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
    """How many cells a text takes in a terminal. It is kept: tables are full of the same words."""
    wide = sum(east_asian_width(letter) in "WF" for letter in text)
    names = SEAT.findall(text)
    return len(text) + wide + sum(NAME - len(name) for name in names)
