"""Quiddler: a prebuilt index of every word by the cards that spell it.

A multiset of cards has a `key`, the sum of its cards' weights, so adding a card costs one addition.
`tools/build_quiddler.py` writes the table, which has a key for every way to spell a word
with 2 to 10 cards of the deck, including doubles (QD-18).
"""

from bisect import bisect_left
from collections.abc import Iterable, Iterator
from functools import cache, cached_property, lru_cache
from itertools import pairwise
from mmap import ACCESS_READ, mmap
from struct import Struct

from chabudai.core import Rng
from chabudai.games import folder_of
from chabudai.games.quiddler.components.cards import COUNTS, DOUBLES, Face
from chabudai.words import LEXICONS, LexiconName, level
from chabudai.words.lexicon import HIGHEST_LEVEL
from chabudai.words.store import trie

FILE = folder_of("quiddler") / "data" / "index.bin"
HEADER = Struct("<IIII")
"""A checksum of the words, and the number of keys that each dictionary adds."""
KEY = 8
WORD = 3
"""Sizes in bytes of a key and of a word number."""
SEVERAL_FLAG = 1 << 23
"""Flag that marks an entry as the position of a list of word numbers, instead of a word number."""
MOST_CARDS = 10
"""Maximum number of cards in a word: the last round's hand without the discard (QD-5, QD-12)."""


def weights() -> dict[Face, int]:
    """Return a random 56-bit number for each face. Sums of eleven of them stay below 2 ** 60."""
    rng = Rng(118)
    return {face: rng.bits() >> 8 for face in COUNTS}


WEIGHTS = weights()


def key_of(cards: Iterable[Face]) -> int:
    """Return a key for `cards` that does not depend on their order."""
    return sum(map(WEIGHTS.__getitem__, cards))


def spellings(word: str, most: int = MOST_CARDS) -> Iterator[tuple[Face, ...]]:
    """Yield every way to spell an upper-case word with two to `most` cards (QD-18)."""
    ways: list[tuple[int, tuple[Face, ...]]] = [(0, ())]
    while ways:
        at, cards = ways.pop()
        if at == len(word):
            if len(cards) > 1:
                yield cards
        elif len(cards) < most:
            ways.append((at + 1, (*cards, word[at])))
            if word[at : at + 2] in DOUBLES:
                ways.append((at + 2, (*cards, word[at : at + 2])))


class Index:
    """The words of one dictionary, by the cards that spell them. Use `index` to get one."""

    def __init__(self, name: LexiconName) -> None:
        self.name: LexiconName = name
        self._highest = HIGHEST_LEVEL[name]
        self.table = table()[: starts()[LEXICONS.index(name) + 1]]
        """Keys of all sets of cards that spell a word, in no particular order."""

    @cached_property
    def keys(self) -> frozenset[int]:
        """The keys of all sets of cards that spell a word."""
        return frozenset(self.table.tolist())

    def __repr__(self) -> str:
        return f"index({self.name!r})"

    def words(self, key: int) -> tuple[str, ...]:
        """Return the words spelled by cards with this key, commonest first."""
        return tuple(word for word in anagrams(key) if (level(word) or 0) <= self._highest)


@lru_cache(1 << 12)
def anagrams(key: int) -> tuple[str, ...]:
    """Return the words of any dictionary that cards with this key spell, commonest first."""
    keys = table()
    for start, stop in pairwise(starts()):
        at = bisect_left(keys, key, start, stop)
        if at < stop and keys[at] == key:
            return tuple(map(trie().restore_key, word_numbers(at)))
    return ()


def word_numbers(at: int) -> Iterator[int]:
    """Yield the numbers, as in `words.store`, of the words for the key at position `at`."""
    data = mapped()
    start = HEADER.size + KEY * len(table()) + WORD * at
    found = int.from_bytes(data[start : start + WORD], "little")
    if found < SEVERAL_FLAG:
        yield found
        return
    start = found - SEVERAL_FLAG + HEADER.size + (KEY + WORD) * len(table())
    for place in range(start + 1, start + 1 + WORD * data[start], WORD):
        yield int.from_bytes(data[place : place + WORD], "little")


@cache
def mapped() -> mmap:
    """Return the bytes of the table."""
    with FILE.open("rb") as file:
        return mmap(file.fileno(), 0, access=ACCESS_READ)


@cache
def starts() -> tuple[int, ...]:
    """Return the position of the first key that each dictionary adds, and the number of keys."""
    _, *counts = HEADER.unpack_from(mapped())
    return tuple(sum(counts[:n]) for n in range(len(counts) + 1))


@cache
def table() -> memoryview:
    """Return all keys, in ascending order within the part that each dictionary adds."""
    size = KEY * starts()[-1]
    return memoryview(mapped())[HEADER.size : HEADER.size + size].cast("Q")


@cache
def index(name: LexiconName) -> Index:
    """Return the cached index of a dictionary."""
    return Index(name)
