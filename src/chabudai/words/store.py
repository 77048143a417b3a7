"""The committed word data as memory-mapped files, opened on first use.

`words.trie` numbers every word of every dictionary from 0 on; other files are tables by that
number. `tools/build_words.py` writes them all, and says how each is laid out.
"""

import mmap
from functools import cache
from pathlib import Path

import marisa_trie

DATA = Path(__file__).parent / "data"
ABSENT = -1
"""The number of a string that is not a word."""


@cache
def mapped(name: str) -> mmap.mmap:
    """The bytes of a data file, shared with the system's page cache."""
    with (DATA / name).open("rb") as file:
        return mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)


@cache
def trie() -> marisa_trie.Trie:
    """Every word of the largest dictionary, upper case, by number."""
    words = marisa_trie.Trie()
    words.mmap(str(DATA / "words.trie"))
    return words


def number(word: str) -> int:
    """The number of an upper-case word, or ABSENT."""
    return ABSENT if "\0" in word else trie().get(word, ABSENT)  # it reads up to a NUL


def level(word: str) -> int | None:
    """The SCOWL level of an upper-case word, 10 (everyday) to 80 (rare), or None if it is no word.

    `casual` takes the words up to 60, `standard` up to 70, `expert` all.
    """
    found = number(word)
    return None if found == ABSENT else mapped("levels.bin")[found]
