"""Word Bank: the search compiled from `kernel.c`, if it has been built (`core.kernel`).

Without it, the Python code in `paths` gives the same results.
"""

from collections.abc import Iterator
from ctypes import (
    CDLL,
    POINTER,
    Array,
    Structure,
    byref,
    c_char_p,
    c_int32,
    c_int64,
    c_uint8,
    c_uint16,
)
from pathlib import Path as File
from typing import NamedTuple

from chabudai.core.kernel import LIBRARY, SOURCE as C_FILE, library
from chabudai.games.word_bank.components import RING
from chabudai.games.word_bank.moves.paths import LAP, ROUTES, WAYS, Blocks, Path, letters
from chabudai.games.word_bank.state import Slot

SOURCE = File(__file__).with_name(C_FILE)
FILE = File(__file__).with_name(LIBRARY)
AHEAD = RING - 1
MOST_LAPS = len(WAYS) * RING
LETTERS = 26
Alike = list[tuple[Path, list[bytes]]]
"""Equally useful words, grouped by their most useful path."""


class LapsInC(Structure):
    """The struct `Laps` of `kernel.c`."""

    _fields_ = (
        ("count", c_int32),
        ("most", c_int32),
        ("shows", c_uint8 * MOST_LAPS * LETTERS),
        ("closes", c_uint8 * MOST_LAPS),
        ("starts_close", c_uint8 * MOST_LAPS),
        ("again", c_uint8 * MOST_LAPS),
    )


LAPS = POINTER(LapsInC)
BYTES, SHORTS, INTS = map(POINTER, (c_uint8, c_uint16, c_int32))


class Text(NamedTuple):
    """Words with the same first letter, as `text`, and their laps.

    `ways` lists each lap's start and direction. `most` holds the maximum number of stones that each
    word can place, and `counts` the number of words by that maximum.
    """

    laps: LapsInC
    ways: tuple[tuple[int, int], ...]
    text: bytes
    most: "Array[c_uint8]"
    counts: "Array[c_int32]"


class Kernel:
    """The functions of `kernel.c`. Use `load` to get one."""

    def __init__(self, library: CDLL) -> None:
        self.sizes = library.kernel_sizes
        self.sizes.argtypes, self.sizes.restype = (LAPS, c_char_p, c_int64, BYTES, INTS), None
        self.found = library.kernel_found
        places = (INTS, INTS, BYTES, SHORTS)
        self.found.argtypes = (LAPS, c_char_p, c_int64, BYTES, c_int32, *places)
        self.found.restype = None

    def useful(self, ring: tuple[Slot, ...], blocks: Blocks, stones: int) -> Iterator[Alike]:
        """Yield all words with a path, the most useful first: by stones placed, then by safes
        closed.
        """
        texts = [
            self.text(laps, ways, text)
            for first in letters(ring)
            for laps, ways in (laps_of(ring, first, stones),)
            for text in blocks(first)
        ]
        for size in range(min(stones, RING), 0, -1):
            by_closed: list[Alike] = [[] for _ in range(RING + 1)]
            for text in texts:
                if text.counts[size]:
                    self.gather(text, size, by_closed)
            yield from filter(None, reversed(by_closed))

    def text(self, laps: LapsInC, ways: tuple[tuple[int, int], ...], text: bytes) -> Text:
        """Return words, each with the maximum number of stones that it can place."""
        most, counts = (c_uint8 * text.count(b"\n"))(), (c_int32 * (RING + 1))()
        self.sizes(byref(laps), text, len(text), most, counts)
        return Text(laps, ways, text, most, counts)

    def gather(self, text: Text, size: int, by_closed: list[Alike]) -> None:
        """Sort the words whose maximum is `size` stones by the number of safes that they can
        close.
        """
        count = text.counts[size]
        begins, ends = (c_int32 * count)(), (c_int32 * count)()
        closed, paths = (c_uint8 * count)(), (c_uint16 * count)()
        words = text.text
        self.found(
            byref(text.laps), words, len(words), text.most, size, begins, ends, closed, paths
        )
        for at in range(count):
            closes, path = int(closed[at]), int(paths[at])
            start, way = text.ways[path // LAP]
            route = (WAYS[way][0], ROUTES[way][start][path % LAP])
            by_closed[closes].append((route, [words[begins[at] : ends[at]]]))


def load(file: File) -> Kernel | None:
    """Load a kernel. Return None if it is missing, or was built for another machine or source."""
    found = library(file, SOURCE)
    return None if found is None else Kernel(found)


def laps_of(
    ring: tuple[Slot, ...], first: str, stones: int
) -> tuple[LapsInC, tuple[tuple[int, int], ...]]:
    """Return the laps for words with this first letter, in the kernel's format, and each lap's
    start and direction.
    """
    ways = tuple(
        (start, way)
        for start, slot in enumerate(ring)
        if slot.free > 0 and slot.safe.letter == first
        for way in range(len(WAYS))
    )
    laps = LapsInC(len(ways), min(stones, RING))
    for lap, (start, way) in enumerate(ways):
        laps.again[lap] = way
        laps.starts_close[lap] = ring[start].free == 1
        for k in range(AHEAD):
            slot = ring[(start + WAYS[way][1] * (k + 1)) % RING]
            if slot.free > 0:
                laps.shows[ord(slot.safe.letter) - ord("A")][lap] |= 1 << k
            if slot.free == 1:
                laps.closes[lap] |= 1 << k
    return laps, ways
