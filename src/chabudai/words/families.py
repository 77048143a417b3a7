"""Families of words: inflections of one word, and words with one root (WB-11).

Both tables are prebuilt from lemminflect and WordNet by `tools/build_families.py`. Only links in
these two sources are followed, so that words which only look alike are not barred.
"""

import re
from collections.abc import Iterator
from functools import cache, lru_cache
from struct import Struct, unpack_from
from typing import NamedTuple

from chabudai.words.store import ABSENT, mapped, number

HOPS = 2
"""Maximum number of derivations between two words of one root: PROTECTOR - PROTECT - PROTECTIVE."""

ENTRY = Struct("<I")
LIST = 1 << 31
"""Flag in roots.bin: the entry is the position of a list of roots instead of a root."""

CACHE_SIZE = 1 << 10
"""Entries per cache: the passwords of a few dozen games. All caches take at most 3 MB."""

EDIT = re.compile(r"(\d+)([A-Z]*)")


class Line(NamedTuple):
    """A line of families.txt. An edit is a number of letters to remove and an ending to add."""

    lemmas: tuple[tuple[int, str], ...]
    forms: tuple[tuple[int, str], ...]
    kin: tuple[tuple[int, str], ...]
    strangers: tuple[tuple[int, str], ...] = ()
    """Words of another root that these links would lead to, such as UNWIND from WINDY through WIND.
    """


NO_LINE = Line((), (), ())


@lru_cache(CACHE_SIZE)
def inflections(word: str) -> frozenset[str]:
    """Return the other forms of an upper-case word: RUNS, RAN and RUNNING for RUN, and RUN for RAN.

    A word with two meanings has the forms of both. Empty if the word is in no dictionary.
    """
    family = {form for lemma in lemmas(word) for form in paradigm(lemma)}
    return frozenset(family - {word})


@lru_cache(CACHE_SIZE)
def relatives(word: str) -> frozenset[str]:
    """Return other words with the root of an upper-case word: PROTECTS, PROTECTION, … for PROTECT.

    Inflections are included. If B is a relative of A, then A is a relative of B, but other
    relatives of B need not be relatives of A. Empty if the word is in no dictionary.
    """
    found = line_of(word)
    near = kindred(frozenset(apply_edits(word, found.lemmas)))
    family = {form for lemma in near for form in paradigm(lemma)}
    family.difference_update(apply_edits(word, found.strangers), (word,))
    return frozenset(family)


def kindred(roots: frozenset[str]) -> frozenset[str]:
    """Return the dictionary forms at most HOPS derivations away from `roots`, including `roots`."""
    reached = edge = roots
    for _ in range(HOPS):
        edge = frozenset(other for lemma in edge for other in kin(lemma)) - reached
        reached |= edge
    return reached


@lru_cache(CACHE_SIZE)
def roots(word: str) -> frozenset[int]:
    """Return the root numbers of a word. Two words are relatives if they share a root number. A
    word has the numbers of its dictionary forms and of the forms one derivation away, so words that
    are two derivations apart have a number in common. Instead, a homograph has one number for each
    of its roots. Numbers that no other word has are left out. Empty if the word is in no
    dictionary.
    """
    found = number(word)
    if found == ABSENT:
        return frozenset()
    table = mapped("roots.bin")
    (entry,) = ENTRY.unpack_from(table, 4 * found)
    if entry < LIST:
        return frozenset((entry,))
    at = 4 * (entry - LIST)
    (count,) = ENTRY.unpack_from(table, at)
    return frozenset(unpack_from(f"<{count}I", table, at + 4))


@lru_cache(CACHE_SIZE)
def lemmas(word: str) -> frozenset[str]:
    """Return the dictionary forms of an upper-case word: SEE and SAW for SAW.

    Two words are inflections of one another if they share a dictionary form. Empty if the word is
    in no dictionary.
    """
    return frozenset(apply_edits(word, line_of(word).lemmas))


def paradigm(lemma: str) -> Iterator[str]:
    """Yield a dictionary form and its inflected forms."""
    yield lemma
    yield from apply_edits(lemma, line_of(lemma).forms)


def kin(lemma: str) -> Iterator[str]:
    """Return the dictionary forms that a dictionary form is derived from, or that derive from
    it.
    """
    return apply_edits(lemma, line_of(lemma).kin)


def apply_edits(word: str, edits: tuple[tuple[int, str], ...]) -> Iterator[str]:
    """Yield the results of applying each edit to a word."""
    return (word[: len(word) - cut] + ending for cut, ending in edits)


def line_of(word: str) -> Line:
    """Return the entry of a word in the table, or NO_LINE if it is in no dictionary."""
    found = number(word)
    if found == ABSENT:
        return NO_LINE
    return line(int.from_bytes(mapped("families.bin")[2 * found : 2 * found + 2], "little"))


@cache
def line(n: int) -> Line:
    """Return the `n`-th line of families.txt, parsed."""
    return Line(
        *(
            tuple((int(cut), ending) for cut, ending in EDIT.findall(field))
            for field in lines()[n].split("|")
        )
    )


@cache
def lines() -> tuple[str, ...]:
    """Return the lines of families.txt."""
    return tuple(mapped("families.txt")[:].decode("ascii").splitlines())
