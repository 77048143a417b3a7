"""Word Bank: a fast test of whether any word can take a path.

A set of words is stored as an integer, with a bit for each word. The words with the same first
letter are numbered in the dictionary's order. For each pair of further letters there is a set of
the words that contain both in that order. The words for a path are in the sets of all pairs of its
letters, and each word found there is checked letter by letter.
"""

from collections.abc import Callable, Iterator
from functools import lru_cache
from itertools import combinations

from chabudai.core.coding import each_number
from chabudai.games.word_bank.moves.paths import barred
from chabudai.games.word_bank.state import Options
from chabudai.words import LexiconName, lexicon

Following = tuple[tuple[str, ...], dict[str, int]]
"""The words with a first letter, and the sets of those that contain one or two given letters after
it.
"""


@lru_cache(1 << 7)
def following(name: LexiconName, first: str) -> Following:
    """Return the words with this first letter, and their sets, computed on first use."""
    text = b"".join(lexicon(name).block(first)).decode("ascii")
    words = tuple(text.split())
    found: dict[str, bytearray] = {}
    size = len(words) // 8 + 1
    for number, word in enumerate(words):
        byte, bit = number >> 3, 1 << (number & 7)
        letters = word[1:]
        for some in {*letters, *map("".join, combinations(letters, 2))}:
            row = found.get(some)
            if row is None:
                row = found[some] = bytearray(size)
            row[byte] |= bit
    return words, {letters: int.from_bytes(row, "little") for letters, row in found.items()}


def spelled_by(name: LexiconName, letters: str) -> Iterator[str]:
    """WB-14 to WB-16: yield the words that begin with the first letter and then contain the others
    in this order. Words of everyday dictionaries come first, and shorter words before longer ones.
    """
    first, rest = letters[0], letters[1:]
    words, sets = following(name, first)
    found = (1 << len(words)) - 1
    for some in (rest,) if len(rest) == 1 else map("".join, combinations(rest, 2)):
        found &= sets.get(some, 0)
    for number in each_number(found):
        if contains(words[number], rest):
            yield words[number]


def contains(word: str, letters: str) -> bool:
    """WB-16: whether a word has these letters in this order after its first letter."""
    at = 0
    for letter in letters:
        at = word.find(letter, at + 1)
        if at < 0:
            return False
    return True


@lru_cache(1 << 8)
def password(options: Options, used: tuple[str, ...], letters: str) -> str | None:
    """WB-7 to WB-16: return the first legal word, in the order of `spelled_by`, for stones on safes
    with these letters, or None. Cached for the steps of a turn.
    """
    bad = barred_by(options, used)
    return next((word for word in spelled_by(options.lexicon, letters) if not bad(word)), None)


@lru_cache(1 << 4)
def barred_by(options: Options, used: tuple[str, ...]) -> Callable[[str], bool]:
    """WB-9 to WB-11: return a test for barred words, cached for the steps of a turn."""
    return barred(options, used)
