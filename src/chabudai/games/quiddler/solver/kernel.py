"""Quiddler: the solver compiled from `kernel.c`, if it has been built (`core.kernel`).

Without it, the Python code in `cover` gives the same results.
"""

from collections.abc import Sequence
from ctypes import (
    CDLL,
    POINTER,
    Array,
    Structure,
    byref,
    c_double,
    c_int8,
    c_int32,
    c_uint8,
    c_uint16,
    c_uint64,
)
from functools import lru_cache
from pathlib import Path
from struct import calcsize
from typing import Literal, TypeAlias

from chabudai.core.kernel import LIBRARY, SOURCE as C_FILE, library
from chabudai.games.quiddler.components.cards import POINTS, Face
from chabudai.games.quiddler.components.word_index import WEIGHTS, Index
from chabudai.games.quiddler.solver.cover import (
    LETTERS,
    MOST,
    WORDS,
    Bonus,
    Cover,
    Knows,
    Lay,
    Mask,
    check_size,
)

SOURCE = Path(__file__).with_name(C_FILE)
FILE = Path(__file__).with_name(LIBRARY)
SIZE = 1 << MOST
Code: TypeAlias = Literal["b", "B", "H", "Q"]
"""A numeric type code, as in the module `struct`."""


class CoverInC(Structure):
    """The struct `Cover` of `kernel.c`."""

    _fields_ = (
        ("cards", c_int32),
        ("word_count", c_int32),
        ("reached_count", c_int32),
        ("keys", c_uint64 * SIZE),
        ("points", c_uint16 * SIZE),
        ("words", c_uint16 * SIZE),
        ("reached", c_uint16 * SIZE),
        ("letters", c_uint8 * SIZE),
        ("longest", c_uint8 * SIZE),
        ("most", c_int8 * SIZE),
    )


class BonusInC(Structure):
    """The struct `Bonus` of `kernel.c`."""

    _fields_ = (("longest", c_double * LETTERS), ("most", c_double * WORDS))


class LayInC(Structure):
    """The struct `Lay` of `kernel.c`."""

    _fields_ = (("value", c_double), ("mask", c_int32), ("discard", c_int32))


COVER, BONUS, LAY = map(POINTER, (CoverInC, BonusInC, LayInC))
BYTES, SHORTS, LONGS = map(POINTER, (c_uint8, c_uint16, c_uint64))


class Kernel:
    """The functions of `kernel.c`, with dictionaries in its format. Use `load` to get one."""

    def __init__(self, library: CDLL) -> None:
        self.gather = library.kernel_gather
        self.gather.argtypes, self.gather.restype = (LONGS, c_int32, LONGS, c_uint64), None
        self.sum = library.kernel_sum
        self.sum.argtypes, self.sum.restype = (COVER, LONGS, SHORTS, BYTES), None
        self.find = library.kernel_find
        self.find.argtypes = (COVER, c_uint64, LONGS, c_uint64, SHORTS)
        self.reach = library.kernel_reach
        self.reach.argtypes, self.reach.restype = (COVER,), None
        self.best = library.kernel_best
        self.best.argtypes = (COVER, BYTES, c_int32, c_int32, BONUS, LAY)
        self.way = library.kernel_way
        self.way.argtypes = (COVER, c_int32, BONUS, SHORTS)
        self._slots: dict[Index, Array[c_uint64]] = {}

    def slots(self, index: Index) -> Array[c_uint64]:
        """Return a dictionary's keys as a hash table, indexed by their low bits and at most half
        full.
        """
        slots = self._slots.get(index)
        if slots is None:
            keys = (c_uint64 * len(index.table)).from_buffer_copy(index.table)
            slots = (c_uint64 * (2 << len(keys).bit_length()))()
            self.gather(keys, len(keys), slots, len(slots) - 1)
            self._slots[index] = slots
        return slots


def load(file: Path) -> Kernel | None:
    """Load a kernel. Return None if it is missing, or was built for another machine or source."""
    found = library(file, SOURCE)
    return None if found is None else Kernel(found)


class Compiled(Cover):
    """A Cover computed by the kernel."""

    def __init__(
        self, kernel: Kernel, hand: Sequence[Face], index: Index, knows: Knows | None = None
    ) -> None:
        check_size(hand)
        self.hand = tuple(hand)
        self._index, self._knows = index, knows
        self._kernel = kernel
        self._in_c = CoverInC(len(hand))
        self._at = byref(self._in_c)
        kernel.sum(
            self._at,
            (c_uint64 * MOST)(*map(WEIGHTS.__getitem__, hand)),
            (c_uint16 * MOST)(*map(POINTS.__getitem__, hand)),
            (c_uint8 * MOST)(*map(len, hand)),
        )
        size = 1 << len(hand)
        self.keys = self._list("keys", "Q", size)
        self.points = self._list("points", "H", size)
        self.letters = self._list("letters", "B", size)
        self.most = self._list("most", "b", size)
        self.longest = self._list("longest", "B", size)
        self.words = words = self._words_with(0)
        self._in_c.word_count = len(words)
        self._in_c.words[: len(words)] = words
        kernel.reach(self._at)
        self.reached = self._list("reached", "H", self._in_c.reached_count)

    def _list(self, name: str, code: Code, count: int) -> "memoryview[int]":
        """Return the first `count` items of a field of `CoverInC`."""
        start: int = getattr(CoverInC, name).offset
        stop = start + calcsize(code) * count
        return memoryview(self._in_c).cast("B")[start:stop].cast(code)

    def _find(self, more: int) -> list[Mask]:
        found = (c_uint16 * SIZE)()
        slots = self._kernel.slots(self._index)
        count = self._kernel.find(self._at, more, slots, len(slots) - 1, found)
        return found[:count]

    def best(self, discards: Sequence[int], fewest: int, bonus: Bonus) -> Lay | None:
        """See `Cover`."""
        lay = LayInC()
        places = (c_uint8 * MOST)(*discards)
        found = self._kernel.best(self._at, places, len(discards), fewest, in_c(bonus), byref(lay))
        discard = None if lay.discard < 0 else lay.discard
        return Lay(lay.value, lay.mask, discard) if found else None

    def way(self, mask: Mask, bonus: Bonus) -> list[Mask]:
        """See `Cover`."""
        words = (c_uint16 * WORDS)()
        count = self._kernel.way(self._at, mask, in_c(bonus), words)
        return words[:count]


@lru_cache(1 << 8)
def in_c(bonus: Bonus) -> BonusInC:
    """Return a bonus in the kernel's format."""
    longest, most = bonus
    return BonusInC((c_double * LETTERS)(*longest), (c_double * WORDS)(*most))
