"""Word Bank: the paths around the circle that words can take, for many words at a time.

A path is a start, a direction and the positions that get a stone. The six positions after the start
are numbered 0 to 5 in visiting order. So one lap has 64 paths, and a set of them is 64 bits: bit
`m` is the path that stops at the positions set in `m`. The laps that share a first letter are
packed into one integer, so that each letter of a word is processed for all of them together.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import TypeAlias

from chabudai.games.word_bank.components import RING
from chabudai.games.word_bank.rules import shortest_containable
from chabudai.games.word_bank.state import Direction, Options, RootRule, Slot
from chabudai.words import inflections, relatives

WAYS: tuple[tuple[Direction, int], ...] = (("clockwise", 1), ("anticlockwise", -1))
LAP = 1 << (RING - 1)
"""Number of paths of one lap."""
STOPS = tuple(tuple(k + 1 for k in range(RING - 1) if mask >> k & 1) for mask in range(LAP))
"""Distances of a path's stops from the start, indexed by the number of the path."""
ROUTES = tuple(
    tuple(
        tuple((start, *((start + way * gone) % RING for gone in stops)) for stops in STOPS)
        for start in range(RING)
    )
    for _, way in WAYS
)
"""Positions of a path in visiting order, indexed by direction, start and number of the path."""
OF_SIZE = tuple(
    sum(1 << mask for mask in range(LAP) if mask.bit_count() == size - 1)
    for size in range(RING + 1)
)
"""Sets of a lap's paths, indexed by their number of stones, 0 to 7."""

RELATIVES: dict[RootRule, Callable[[str], frozenset[str]]] = {
    "derivation": relatives,
    "inflection": inflections,
    "off": lambda word: frozenset(),
}
"""WB-A10: functions that return the other words of the same root, by `root_rule`.

The functions in `rules.ROOTS` return the roots themselves."""

Path: TypeAlias = tuple[Direction, tuple[int, ...]]
"""A direction, and the positions in visiting order."""
Blocks: TypeAlias = Callable[[str], Iterable[bytes]]
"""A function that maps a first letter to its words as ASCII text, one per line."""


class Laps:
    """The laps for words with the same first letter, and the paths that each word can take.

    `reach(word)` is a set of paths as an integer. `paths(set)` lists them.
    """

    __slots__ = ("_idle", "_memo", "_starts", "_steps", "first")

    def __init__(self, ring: tuple[Slot, ...], first: str) -> None:
        self.first = first
        open_to = [slot.safe.letter if slot.free > 0 else "" for slot in ring]
        self._starts: list[tuple[int, Direction, int]] = [
            (start, direction, way)
            for start, letter in enumerate(open_to)
            if letter == first
            for direction, way in WAYS
        ]
        self._steps: dict[int, list[tuple[int, int]]] = {}
        for letter in filter(None, set(open_to)):
            self._steps[ord(letter)] = [
                (below, 1 << k)
                for k in range(RING - 1)
                if (below := self._side_by_side((1 << (1 << k)) - 1, open_to, letter, k))
            ]
        self._idle = bytes(
            code for code in range(ord("A"), ord("Z") + 1) if code not in self._steps
        )
        self._memo = {first.encode(): self.all_laps(1)}

    def _side_by_side(self, paths: int, open_to: list[str], letter: str, k: int) -> int:
        """Repeat `paths` for each lap whose `k`-th position shows `letter`."""
        return sum(
            paths << lap * LAP
            for lap, (start, _, way) in enumerate(self._starts)
            if open_to[(start + way * (k + 1)) % RING] == letter
        )

    def all_laps(self, paths: int) -> int:
        """Repeat the paths of a single lap for every lap."""
        return sum(paths << lap * LAP for lap in range(len(self._starts)))

    def group(self, blocks: Blocks) -> dict[bytes, list[bytes]]:
        """Group the words with this first letter, by their letters that the circle shows."""
        groups: dict[bytes, list[bytes]] = {}
        if not self._starts:
            return groups
        for text in blocks(self.first):
            spelled = text.translate(None, self._idle).split(b"\n")
            for left, word in zip(spelled[:-1], text.split(b"\n"), strict=False):
                if left in groups:
                    groups[left].append(word)
                else:
                    groups[left] = [word]
        return groups

    def reach(self, left: bytes) -> int:
        """WB-14 to WB-17: return a word's paths. `left` lists its letters that the circle shows.

        A letter adds a stop at any position that shows it and is ahead of all stops so far. Since a
        letter serves only one position, each stop is added to the paths found before that letter.
        """
        found = self._memo.get(left)
        if found is None:
            found = before = self.reach(left[:-1])
            for below, shift in self._steps.get(left[-1], ()):
                found |= (before & below) << shift
            self._memo[left] = found
        return found

    def by_reach(self, blocks: Blocks, stones: int) -> dict[int, list[list[bytes]]]:
        """Group words by the set of paths that they can take with at most `stones` stones."""
        few = self.all_laps(sum(OF_SIZE[: stones + 1]))
        found: dict[int, list[list[bytes]]] = {}
        for left, words in self.group(blocks).items():
            found.setdefault(self.reach(left) & few, []).append(words)
        return found

    def paths_on(self, places: int) -> int:
        """Return the paths with stones on exactly these positions, given as seven bits."""
        found = 0
        for lap, (start, _, way) in enumerate(self._starts):
            if places >> start & 1:
                ahead = ((start + way * (k + 1)) % RING for k in range(RING - 1))
                stops = sum(1 << k for k, place in enumerate(ahead) if places >> place & 1)
                found |= 1 << lap * LAP + stops
        return found

    def paths(self, found: int) -> Iterator[Path]:
        """Yield the paths of a set. A single stone is listed once per start, as clockwise."""
        for lap, (start, direction, way) in enumerate(self._starts):
            some = found >> lap * LAP & (1 << LAP) - 1
            if way == -1:
                some &= ~1
            routes = ROUTES[way == -1][start]
            while some:
                lowest = some & -some
                yield direction, routes[lowest.bit_length() - 1]
                some ^= lowest


def passwords(
    ring: tuple[Slot, ...], stones: int, blocks: Blocks, bad: Callable[[str], bool]
) -> Iterator[tuple[str, Path]]:
    """Yield one word that is not `bad` for each path that such a word can take.

    A path has at most `stones` stones. A single stone is listed once per start, as clockwise.
    """
    for first in letters(ring):
        laps = Laps(ring, first)
        groups = laps.by_reach(blocks, stones)
        covered = 0
        for reach in sorted(groups, key=int.bit_count, reverse=True):
            new = reach & ~covered
            words = (word.decode() for some in groups[reach] for word in some) if new else ()
            word = next((word for word in words if not bad(word)), None)
            if word is not None:
                covered |= new
                for path in laps.paths(new):
                    yield word, path


def letters(ring: tuple[Slot, ...]) -> tuple[str, ...]:
    """WB-7: return the possible first letters of a password in alphabetical order."""
    return tuple(sorted({slot.safe.letter for slot in ring if slot.free > 0}))


def barred(options: Options, used: tuple[str, ...]) -> Callable[[str], bool]:
    """WB-9 to WB-11, WB-A8: return a fast function that tests whether a word is barred."""
    gone = set(used).union(*map(RELATIVES[options.root_rule], used))
    shortest = shortest_containable(options.contains_rule)
    parts = tuple(earlier for earlier in used if len(earlier) >= shortest)
    least = options.min_length

    def test(word: str) -> bool:
        if len(word) < least or word in gone:
            return True
        for part in parts:  # noqa: SIM110 - a generator would take twice as long
            if part in word:
                return True
        return False

    return test
