"""Meanings of words, in English and briefly in Japanese, for learners of either language.

`tools/build_glosses.py` builds one table from WordNet and one from EDICT and FreeDict, and
documents the layout of the files. The files are memory-mapped on first use. A look-up decompresses
one block of each, which takes 0.1 ms.
"""

import zlib
from bisect import bisect_left
from functools import cache
from typing import Literal, NamedTuple, TypeAlias

import msgspec

from chabudai.words.families import lemmas
from chabudai.words.store import ABSENT, mapped, number

JAPANESE = "../japanese/"
"""Folder of the files under EDICT's licence, relative to the folder of the other files."""

Part: TypeAlias = Literal["noun", "verb", "adjective", "adverb"]
BLOCK = 128
"""Number of lines that are compressed together."""
PARTS: dict[str, Part] = {"n": "noun", "v": "verb", "a": "adjective", "r": "adverb"}


class Sense(msgspec.Struct, frozen=True, gc=False):
    """One meaning in English."""

    part: Part
    definition: str


class Gloss(msgspec.Struct, frozen=True, gc=False):
    """A Japanese word with that meaning."""

    text: str
    reading: str
    """The reading in kana, or empty if the text is in kana."""


class Meaning(msgspec.Struct, frozen=True, gc=False):
    """The meaning of a dictionary form."""

    word: str
    """In upper case."""
    senses: tuple[Sense, ...]
    """The most used senses first, at most three. Empty if WordNet does not have the word."""
    japanese: tuple[Gloss, ...]
    """The most direct translations first, at most three. Empty if no translation is known."""


class Index(NamedTuple):
    """The words of a table, and the positions of its blocks of lines."""

    numbers: memoryview
    """Numbers of the words, ascending."""
    starts: memoryview
    """Start of each block in the file, and the end of the last one."""


def meanings(word: str) -> tuple[Meaning, ...]:
    """Return the meanings of an upper-case word: its own, then those of its dictionary forms.

    SAW has its own meaning (a tool) and the meanings of SEE. RAN has the meanings of RUN. Empty if
    `word` is in no dictionary, or its meaning is unknown.
    """
    heads = (word, *sorted(lemmas(word) - {word}))
    found = (Meaning(head, senses(head), japanese(head)) for head in heads)
    return tuple(each for each in found if each.senses or each.japanese)


def senses(word: str) -> tuple[Sense, ...]:
    """Return WordNet's senses of an upper-case dictionary form."""
    fields = line("meanings", word)
    pairs = zip(fields[::2], fields[1::2], strict=True)
    return tuple(Sense(PARTS[part], definition) for part, definition in pairs)


def japanese(word: str) -> tuple[Gloss, ...]:
    """Return the Japanese words for an upper-case dictionary form."""
    fields = line(f"{JAPANESE}glosses", word)
    return tuple(Gloss(text, read) for text, read in zip(fields[::2], fields[1::2], strict=True))


def line(table: str, word: str) -> list[str]:
    """Return the fields of a word in a table, or [] if the table does not have it."""
    wanted = number(word)
    numbers, starts = index(table)
    at = bisect_left(numbers, wanted)
    if wanted == ABSENT or at == len(numbers) or numbers[at] != wanted:
        return []
    block, place = divmod(at, BLOCK)
    packed = mapped(f"{table}.bin")[starts[block] : starts[block + 1]]
    return zlib.decompress(packed).split(b"\n")[place].decode("utf-8").split("\t")


@cache
def index(table: str) -> Index:
    """Return the index at the start of a table's file."""
    whole = memoryview(mapped(f"{table}.bin"))
    count = int.from_bytes(whole[:4], "little")
    middle, end = 4 * (1 + count), 4 * (1 + count + -(-count // BLOCK) + 1)
    return Index(whole[4:middle].cast("I"), whole[middle:end].cast("I"))
