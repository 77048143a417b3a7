"""What a word means, in English and shortly in Japanese, for people who learn one of the two.

Both tables are prebuilt from WordNet, and from EDICT and FreeDict, by `tools/build_glosses.py`,
which says how the files are laid out. They are mapped on first use; a look-up reads two lines.
"""

from bisect import bisect_left
from functools import cache
from typing import Literal, NamedTuple, TypeAlias

import msgspec

from chabudai.words.families import lemmas
from chabudai.words.store import ABSENT, mapped, number

JAPANESE = "../japanese/"
"""The folder of the files that are shared under EDICT's licence, from that of the others."""

Part: TypeAlias = Literal["noun", "verb", "adjective", "adverb"]
PARTS: dict[str, Part] = {"n": "noun", "v": "verb", "a": "adjective", "r": "adverb"}


class Sense(msgspec.Struct, frozen=True, gc=False):
    """One meaning in English."""

    part: Part
    definition: str


class Gloss(msgspec.Struct, frozen=True, gc=False):
    """A Japanese word of that meaning."""

    text: str
    reading: str
    """In kana; empty where the text is in kana."""


class Meaning(msgspec.Struct, frozen=True, gc=False):
    """What a dictionary form means."""

    word: str
    """In upper case."""
    senses: tuple[Sense, ...]
    """Most used first, at most three; empty if WordNet does not have the word."""
    japanese: tuple[Gloss, ...]
    """Most direct first, at most three; empty if none is known."""


class Index(NamedTuple):
    """Which words a table has, and where."""

    numbers: memoryview
    """Of the words, ascending."""
    starts: memoryview
    """Where the line of each begins."""


def meanings(word: str) -> tuple[Meaning, ...]:
    """What an upper-case word means: its own meaning if it has one, then its dictionary forms'.

    SAW means a tool, and what SEE means; RAN means what RUN does. Empty if `word` is no word of any
    dictionary, or one whose meaning is not known.
    """
    heads = (word, *sorted(lemmas(word) - {word}))
    found = (Meaning(head, senses(head), japanese(head)) for head in heads)
    return tuple(each for each in found if each.senses or each.japanese)


def senses(word: str) -> tuple[Sense, ...]:
    """What WordNet says of an upper-case dictionary form."""
    fields = line("meanings", word)
    pairs = zip(fields[::2], fields[1::2], strict=True)
    return tuple(Sense(PARTS[part], definition) for part, definition in pairs)


def japanese(word: str) -> tuple[Gloss, ...]:
    """The Japanese words for an upper-case dictionary form."""
    fields = line(f"{JAPANESE}glosses", word)
    return tuple(Gloss(text, read) for text, read in zip(fields[::2], fields[1::2], strict=True))


def line(table: str, word: str) -> list[str]:
    """The fields of a word in a table; none if it does not have the word."""
    wanted = number(word)
    numbers, starts = index(table)
    at = bisect_left(numbers, wanted)
    if wanted == ABSENT or at == len(numbers) or numbers[at] != wanted:
        return []
    text = mapped(f"{table}.txt")
    start = starts[at]
    return text[start : text.find(b"\n", start)].decode("utf-8").split("\t")


@cache
def index(table: str) -> Index:
    """The two halves of a table's index."""
    whole = memoryview(mapped(f"{table}.idx")).cast("I")
    half = len(whole) // 2
    return Index(whole[:half], whole[half:])
