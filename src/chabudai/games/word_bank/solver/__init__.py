"""Word Bank: exact search for the best passwords in a position.

If the kernel has been built, it finds the words that place the most stones. Otherwise Python code
finds the same words.
"""

from collections.abc import Callable, Iterator
from itertools import islice
from operator import itemgetter
from typing import TypeAlias

from chabudai.core import Seat, Struct
from chabudai.games.word_bank.components import RING, Safe
from chabudai.games.word_bank.moves import closing, inputs
from chabudai.games.word_bank.moves.paths import OF_SIZE, Blocks, Laps, Path, barred, letters
from chabudai.games.word_bank.solver import kernel
from chabudai.games.word_bank.solver.kernel import Alike
from chabudai.games.word_bank.state import Direction, Input, Options, Slot
from chabudai.games.word_bank.view import View
from chabudai.words import fold, level, lexicon, relatives

KERNEL = kernel.load(kernel.FILE)


class Password(Struct):
    """A word with one way to place it. `closes` lists the `positions` that it would lock."""

    word: str
    direction: Direction
    positions: tuple[int, ...]
    stones: int
    closes: tuple[int, ...]


class Solved(Struct, omit_defaults=True):
    """The best passwords of a circle, and every way to place the given word, if any."""

    best: tuple[Password, ...]
    inputs: tuple[Input, ...] | None = None


def solve_ring(
    ring: tuple[Slot, ...],
    *,
    options: Options | None = None,
    used: tuple[str, ...] = (),
    stones: int = RING,
    word: str | None = None,
    count: int = 10,
    without: frozenset[str] = frozenset(),
) -> Solved:
    """Return the best passwords of any circle, like `best_passwords`, and all ways to place `word`.

    The best passwords exclude the words in `without`. Raises ValueError if the circle, the word or
    the number of stones is invalid.
    """
    options = options or Options()
    if len(ring) != RING:
        raise ValueError(f"A circle has {RING} safes, not {len(ring)}.")
    if stones < 1:
        raise ValueError("It takes a stone to say a password.")
    spelt = tuple(map(fold, used if word is None else (*used, word)))
    for one in spelt:
        if not (one.isascii() and one.isalpha()):
            raise ValueError(f"A password is written with the letters A to Z only, not {one!r}.")
    best = best_of(ring, options, spelt[: len(used)], stones, count, without)
    return Solved(best, None if word is None else inputs(ring, spelt[-1], stones))


def ring_of(text: str) -> tuple[Slot, ...]:
    """Parse a circle such as "S4 E4 I3 R3 F3 G3 I4": letters and free spaces, clockwise.

    A letter without a number has 3 free spaces. Raises ValueError for an invalid circle.
    """
    slots: list[Slot] = []
    for item in text.upper().replace(",", " ").split():
        letter, spaces = item[0], item[1:] or "3"
        if not ("A" <= letter <= "Z" and spaces in set("123456789")):
            raise ValueError(f"A safe is a letter and its free spaces, such as S4, not {item!r}.")
        slots.append(Slot(Safe(letter, int(spaces))))
    if len(slots) != RING:
        raise ValueError(f"A circle has {RING} safes, not {len(slots)}.")
    return tuple(slots)


def best_passwords(view: View, seat: Seat, count: int = 10) -> tuple[Password, ...]:
    """Return the `count` best legal passwords for `seat` as if it were its turn, best first.

    Each word is listed once. They are ordered by stones placed, safes closed, commonness, number of
    barred words of the same root (fewest first), length, and alphabet. All words of the dictionary
    except used passwords are considered.
    """
    return best_of(view.ring, view.options, view.used, view.stones[seat], count)


def best_of(
    ring: tuple[Slot, ...],
    options: Options,
    used: tuple[str, ...],
    stones: int,
    count: int,
    without: frozenset[str] = frozenset(),
) -> tuple[Password, ...]:
    """Like `best_passwords`, but exclude the words in `without`."""
    useful = plainly_useful if KERNEL is None else KERNEL.useful
    return best_by(useful, ring, options, used, stones, count, without)


Useful: TypeAlias = Callable[[tuple[Slot, ...], Blocks, int], Iterator[Alike]]
"""A function that returns all words of a dictionary with a path in a circle.

Paths have at most the given number of stones. Equally useful words are returned together, the most
useful first."""


def best_by(
    useful: Useful,
    ring: tuple[Slot, ...],
    options: Options,
    used: tuple[str, ...],
    stones: int,
    count: int,
    without: frozenset[str] = frozenset(),
) -> tuple[Password, ...]:
    """Return the best passwords of a circle by a search. See `best_of`."""
    against_rules = barred(options, used)

    def bad(word: str) -> bool:
        return word in without or against_rules(word)

    every = (
        Password(word, direction, positions, len(positions), closing(ring, positions))
        for alike in useful(ring, lexicon(options.lexicon).block, stones)
        for word, (direction, positions) in by_preference(alike, bad)
    )
    return tuple(islice(every, count))


def plainly_useful(ring: tuple[Slot, ...], blocks: Blocks, stones: int) -> Iterator[Alike]:
    """Yield all words with a path, most useful first, using Python code."""
    for group in by_size(ring, blocks, stones):
        yield from by_closing(ring, group)


Group: TypeAlias = list[tuple[Laps, int, list[list[bytes]]]]
"""Laps, a set of their paths, and the words that can take exactly these paths."""


def by_size(ring: tuple[Slot, ...], blocks: Blocks, stones: int) -> Iterator[Group]:
    """Group all words by the maximum number of stones that they can place, most first.

    Each word comes with the paths on which it places that many stones.
    """
    groups: list[Group] = [[] for _ in range(RING + 1)]
    for first in letters(ring):
        laps = Laps(ring, first)
        sizes = [(size, laps.all_laps(OF_SIZE[size])) for size in range(RING, 0, -1)]
        for reach, words in laps.by_reach(blocks, stones).items():
            for size, of_size in sizes:
                if reach & of_size:
                    groups[size].append((laps, reach & of_size, words))
                    break
    return reversed(groups)


def by_closing(ring: tuple[Slot, ...], group: Group) -> Iterator[Alike]:
    """Yield a group's words by the maximum number of safes that they can close, most first.

    Each word comes with a path that closes that number of safes.
    """
    closers: dict[int, Alike] = {}
    for laps, reach, some in group:
        closed, path = max(
            ((len(closing(ring, path[1])), path) for path in laps.paths(reach)),
            key=itemgetter(0),
        )
        closers.setdefault(closed, []).extend((path, words) for words in some)
    for closed in sorted(closers, reverse=True):
        yield closers[closed]


def by_preference(alike: Alike, bad: Callable[[str], bool]) -> Iterator[tuple[str, Path]]:
    """Yield the legal words among equally useful ones, ordered by commonness, then by the number of
    words that they bar.
    """
    levels: dict[int, list[tuple[str, Path]]] = {}
    for path, words in alike:
        for word in map(bytes.decode, words):
            levels.setdefault(level(word) or 0, []).append((word, path))
    for _, some in sorted(levels.items()):
        good = [one for one in some if not bad(one[0])]
        yield from sorted(good, key=lambda one: (len(relatives(one[0])), len(one[0]), one[0]))
