"""The dictionaries that a table can use."""

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import accumulate, groupby
from mmap import mmap
from typing import Literal, NamedTuple, get_args

from chabudai.words.store import ABSENT, mapped, trie

LexiconName = Literal["casual", "standard", "expert"]
LEXICONS: tuple[LexiconName, ...] = get_args(LexiconName)
"""Names of the dictionaries, the smallest first. Each contains the one before."""

HIGHEST_LEVEL: dict[LexiconName, int] = {"casual": 60, "standard": 70, "expert": 80}


class Run(NamedTuple):
    """Consecutive words in a file that have the same first letter and length."""

    file: str
    letter: str
    length: int
    start: int
    """Offset of the first word. A newline precedes it and follows every word."""
    size: int
    """Number of words."""

    @property
    def stop(self) -> int:
        """Offset after the last word and its newline."""
        return self.start + self.size * (self.length + 1)


class Numbered:
    """The words of some runs as one sequence, numbered from 0."""

    __slots__ = ("_count", "_firsts", "_places")

    def __init__(self, runs: Iterable[Run]) -> None:
        held = tuple(runs)
        self._firsts = list(accumulate((run.size for run in held), initial=0))
        self._places = [(mapped(run.file), run.start, run.length) for run in held]
        self._count = self._firsts.pop()

    def __len__(self) -> int:
        return self._count

    def __getitem__(self, n: int) -> str:
        if not 0 <= n < self._count:
            raise IndexError(f"no word {n} among {self._count}")
        run = bisect_right(self._firsts, n) - 1
        text, start, length = self._places[run]
        at = start + (n - self._firsts[run]) * (length + 1)
        return text[at : at + length].decode("ascii")


class Lexicon:
    """One dictionary: upper-case words of two or more letters from A to Z. Created by `lexicon`."""

    __slots__ = ("_all", "_blocks", "_get", "_highest", "_levels", "_starting", "name")

    def __init__(self, name: LexiconName) -> None:
        self.name: LexiconName = name
        self._highest = HIGHEST_LEVEL[name]
        self._get = trie().get
        self._levels = mapped("levels.bin")
        by_letter: dict[str, list[Run]] = {}
        for run in runs(name):
            by_letter.setdefault(run.letter, []).append(run)
        self._all = Numbered(runs(name))
        self._starting = {letter: Numbered(held) for letter, held in by_letter.items()}
        self._blocks = {letter: spans(held) for letter, held in by_letter.items()}

    def __repr__(self) -> str:
        return f"lexicon({self.name!r})"

    def __contains__(self, word: str) -> bool:
        number = self._get(word, ABSENT)
        found = number != ABSENT and self._levels[number] <= self._highest
        return found and "\0" not in word  # the trie reads a word up to a NUL

    def __len__(self) -> int:
        return len(self._all)

    def has_start(self, start: str) -> bool:
        """Return whether any word starts with these upper-case letters, or is equal to them."""
        held = trie().iteritems(start)
        return any(self._levels[number] <= self._highest for _, number in held)

    def words(self) -> Iterator[str]:
        """Yield all words in alphabetical order."""
        for letter in sorted(self._blocks):
            held = [word for piece in self.block(letter) for word in piece.split()]
            for word in sorted(held):
                yield word.decode("ascii")

    def pick(self, n: int) -> str:
        """Return the `n`-th word, 0 ≤ n < len(self), in a fixed order that is not alphabetical.

        Raises IndexError outside that range.
        """
        return self._all[n]

    def pick_starting(self, letter: str, n: int) -> str:
        """Return the `n`-th word that starts with `letter`, 0 ≤ n < count_starting(letter).

        Raises IndexError outside that range, and KeyError if `letter` is not one of A to Z.
        """
        return self._starting[letter][n]

    def count_starting(self, letter: str) -> int:
        """Return how many words start with `letter`. Raises KeyError if it is not one of A to Z."""
        return len(self._starting[letter])

    def block(self, letter: str) -> tuple[bytes, ...]:
        """Return the words that start with `letter` as ASCII text for scanning, in a few pieces.

        Every word is followed by a newline. Within a piece, words are sorted by length, then
        alphabetically. No word is split between two pieces. Raises KeyError if `letter` is not one
        of A to Z.
        """
        return tuple(text[start + 1 : stop] for text, start, stop in self._blocks[letter])

    def containing(self, first: str, letters: str) -> Iterator[str]:
        """Yield the words that start with `first` and then contain `letters` in this order.

        Other letters may be between them, and each letter of a word serves once (WB-16). The order
        of the words is fixed but not alphabetical. Raises KeyError if `first` is not one of A to Z.
        """
        skipping = "".join(f"[^{letter}\n]*{letter}" for letter in map(re.escape, letters))
        search = re.compile(f"\n({first}{skipping}[^\n]*)".encode())
        for text, start, stop in self._blocks[first]:
            for word in search.findall(text[start:stop]):
                yield word.decode("ascii")


def lexicon(name: LexiconName) -> Lexicon:
    """Return the dictionary with this name, always the same object. Raises ValueError if
    unknown.
    """
    if name not in LEXICONS:
        raise ValueError(f"no lexicon is called {name!r}; there are {', '.join(LEXICONS)}")
    return open_lexicon(name)


@cache
def open_lexicon(name: LexiconName) -> Lexicon:
    """Return the only instance of the dictionary with this name."""
    return Lexicon(name)


@cache
def runs(name: LexiconName) -> tuple[Run, ...]:
    """Return the runs of a dictionary, including the runs of smaller dictionaries."""
    parts = {f"{part}.txt" for part in LEXICONS[: LEXICONS.index(name) + 1]}
    rows = (row.split() for row in mapped("blocks.tsv")[:].decode("ascii").splitlines())
    return tuple(
        Run(file, letter, int(length), int(start), int(size))
        for file, letter, length, start, size in rows
        if file in parts
    )


def spans(held: Iterable[Run]) -> list[tuple[mmap, int, int]]:
    """Return the place of one letter's runs in each file: the mapped file, the start (the newline
    before the first word) and the end.
    """
    in_file = {name: list(group) for name, group in groupby(held, key=lambda run: run.file)}
    return [(mapped(name), part[0].start - 1, part[-1].stop) for name, part in in_file.items()]
