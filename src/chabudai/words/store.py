"""Word data as memory-mapped files, opened on first use.

`words.trie` numbers the words of all dictionaries from 0; other files are tables indexed by that
number. `tools/build_words.py` writes them all, and documents their layout.
"""

import mmap
from functools import cache
from pathlib import Path

import marisa_trie

DATA = Path(__file__).parent / "data"
ABSENT = -1
"""Number that stands for any string that is not a word."""


@cache
def mapped(name: str) -> mmap.mmap:
    """Return the bytes of a data file, shared with the system's page cache."""
    with (DATA / name).open("rb") as file:
        return mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)


@cache
def trie() -> marisa_trie.Trie:
    """Return the trie that numbers the upper-case words of the largest dictionary."""
    words = marisa_trie.Trie()
    words.mmap(str(DATA / "words.trie"))
    return words


def number(word: str) -> int:
    """Return the number of an upper-case word, or ABSENT."""
    return ABSENT if "\0" in word else trie().get(word, ABSENT)  # the trie reads a word up to a NUL


def level(word: str) -> int | None:
    """Return the SCOWL level of an upper-case word, 10 (everyday) to 80 (rare), or None if unknown.

    `casual` has the words up to level 60, `standard` those up to level 70, `expert` all.
    """
    found = number(word)
    return None if found == ABSENT else mapped("levels.bin")[found]
