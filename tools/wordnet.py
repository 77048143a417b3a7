"""Words that are derived from one another according to WordNet."""

import re
from collections.abc import Iterator
from itertools import combinations, product
from pathlib import Path
from typing import NamedTuple

FILES = {"n": "noun", "v": "verb", "a": "adj", "r": "adv"}
DERIVED, PERTAINS, PARTICIPLE, ANTONYM, ATTRIBUTE = "+", "\\", "<", "!", "="
NEGATIONS = ("UN", "IN", "IM", "IL", "IR", "DIS", "NON", "MIS")
SPELLINGS = (
    (re.compile("OU(?=R)"), "O"),
    (re.compile("(?<=[IY])S(?=[EIAO])"), "Z"),
    (re.compile("[AO]E"), "E"),
    (re.compile("RE$"), "ER"),
    (re.compile("LL"), "L"),
    (re.compile("OGUE$"), "OG"),
    (re.compile("(?<=EN)C(?=E$)"), "S"),
)


class Pointer(NamedTuple):
    """A link from the `source`-th word of a synset to the `target`-th word of another. -1 means all
    words.
    """

    symbol: str
    source: int
    part: str
    offset: str
    target: int


class Synset(NamedTuple):
    words: tuple[str, ...]
    pointers: tuple[Pointer, ...]
    definition: frozenset[str]
    """The words of the definition, without its examples."""


Synsets = dict[tuple[str, str], Synset]
"""Synsets, by part of speech and offset."""


def read(folder: Path) -> Synsets:
    """Read WordNet's synsets, with their plain lower-case words converted to upper case.

    Other words (names, phrases, hyphenated ones) are kept as empty strings, to preserve the
    numbering.
    """
    synsets: Synsets = {}
    for part, name in FILES.items():
        for line in (folder / f"data.{name}").read_text(encoding="latin-1").splitlines():
            if not line.startswith(" "):
                offset, synset = parse(line)
                synsets[part, offset] = synset
    return synsets


def parse(line: str) -> tuple[str, Synset]:
    head, _, gloss = line.partition(" | ")
    definition = frozenset(re.findall("[A-Z]+", re.sub('"[^"]*"', "", gloss).upper()))
    fields = head.split()
    count = int(fields[3], 16)
    words = (word.partition("(")[0] for word in fields[4 : 4 + 2 * count : 2])
    links = fields[5 + 2 * count : 5 + 2 * count + 4 * int(fields[4 + 2 * count])]
    pointers = tuple(
        Pointer(
            symbol, int(pair[:2], 16) - 1, part.replace("s", "a"), offset, int(pair[2:4], 16) - 1
        )
        for symbol, offset, part, pair in zip(*(links[i::4] for i in range(4)), strict=True)
        if pair != "0000" or symbol == ATTRIBUTE
    )
    plain = tuple(word.upper() if re.fullmatch("[a-z]+", word) else "" for word in words)
    return fields[0], Synset(plain, pointers, definition)


def irregular(folder: Path) -> dict[str, set[str]]:
    """Return the dictionary forms of the irregular inflections that WordNet lists: OX for OXEN."""
    forms: dict[str, set[str]] = {}
    for name in ("noun", "verb", "adj"):
        for line in (folder / f"{name}.exc").read_text(encoding="ascii").upper().splitlines():
            form, *lemmas = line.split()
            forms.setdefault(form, set()).update(lemmas)
    return forms


def parts_of_speech(synsets: Synsets) -> dict[str, str]:
    """Return the parts of speech of every word, among n, v, a and r."""
    parts: dict[str, str] = {}
    for (part, _), synset in synsets.items():
        for word in filter(None, synset.words):
            held = parts.get(word, "")
            parts[word] = held if part in held else held + part
    return parts


def definitions(synsets: Synsets) -> dict[str, frozenset[str]]:
    """Map every word to the words in all its definitions."""
    used: dict[str, frozenset[str]] = {}
    for synset in synsets.values():
        for word in filter(None, synset.words):
            used[word] = used.get(word, frozenset()) | synset.definition
    return used


def derivations(synsets: Synsets) -> Iterator[tuple[str, str]]:
    """Yield the pairs of words that WordNet links and whose spelling confirms the link.

    The spelling is checked because some links join words that share only a meaning (LARGE,
    EXTENSIVENESS).
    """
    for synset in synsets.values():
        for pointer in synset.pointers:
            for one, other in ends(synsets, synset, pointer):
                if one and other and one != other and visible(pointer.symbol, one, other):
                    yield one, other
        for one, other in combinations(filter(None, synset.words), 2):
            if one != other and respelt(one) == respelt(other):
                yield one, other


def ends(synsets: Synsets, synset: Synset, pointer: Pointer) -> Iterator[tuple[str, str]]:
    """Yield the pairs of words that a pointer of `synset` links."""
    target = synsets[pointer.part, pointer.offset]
    if pointer.source < 0:
        yield from product(synset.words, target.words)
    else:
        yield synset.words[pointer.source], target.words[pointer.target]


def visible(symbol: str, one: str, other: str) -> bool:
    shared = shared_start(one, other)
    if symbol == DERIVED:
        return shared >= 2
    if symbol == ATTRIBUTE:
        return shared >= 3
    if symbol in (PERTAINS, PARTICIPLE):
        return shared >= 3 or (shared == 2 and one.endswith("LY")) or negates(one, other)
    return symbol == ANTONYM and (negates(one, other) or negates(other, one))


def shared_start(one: str, other: str) -> int:
    """Return the number of initial letters that two words have in common."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((i for i, (a, b) in pairs if a != b), min(len(one), len(other)))


def negates(one: str, other: str) -> bool:
    return any(one == prefix + other for prefix in NEGATIONS)


def respelt(word: str) -> str:
    """Return a key that is the same for British, American and other spellings of a word."""
    for pattern, letters in SPELLINGS:
        word = pattern.sub(letters, word)
    return word
