"""WordNet's senses of a word, the most used first: part of speech, definition, synonyms."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from tools.wordnet import FILES

KINDS = {"1": "n", "2": "v", "3": "a", "4": "r", "5": "a"}
"""Parts of speech by the number in a sense key."""
INSULT = re.compile(r"\bslur\b|offensive|disparag|disrespect|obscene|vulgar|derogatory")
PLAIN = re.compile("[a-z]{2,28}")


class Sense(NamedTuple):
    part: str
    """The part of speech: n, v, a or r."""
    definition: str
    synonyms: tuple[str, ...]
    """The plain words of the synset, in lower case, including the word itself."""
    uses: int
    """The number of uses of this sense in WordNet's tagged texts."""


def senses(folder: Path) -> dict[str, tuple[Sense, ...]]:
    """Return the senses of every plain lower-case word, the most used first.

    Names are left out: a sense counts only if its synset writes the word in lower case.
    """
    counts = uses(folder / "cntlist.rev")
    found: dict[str, list[tuple[int, Sense]]] = {}
    for part, name in FILES.items():
        synsets = dict(read(folder / f"data.{name}"))
        for line in (folder / f"index.{name}").read_text(encoding="latin-1").splitlines():
            word, *fields = line.split()
            if line.startswith(" ") or not PLAIN.fullmatch(word):
                continue
            for rank, offset in enumerate(fields[-int(fields[1]) :], 1):
                words, definition = synsets[offset]
                if word in words:
                    used = counts.get((word, part, rank), 0)
                    sense = Sense(part, definition, words, used)
                    found.setdefault(word, []).append((rank, sense))
    return {word: in_order(held) for word, held in found.items()}


def in_order(held: list[tuple[int, Sense]]) -> tuple[Sense, ...]:
    """Sort senses by use, then by WordNet's own rank within a part of speech, and then with nouns
    first. Insults come last.
    """

    def key(each: tuple[int, Sense]) -> tuple[bool, int, int, int]:
        rank, sense = each
        insult = bool(INSULT.search(sense.definition))
        return insult, -sense.uses, rank, "nvar".index(sense.part)

    ordered = sorted(held, key=key)
    return tuple(sense for _, sense in ordered)


def read(file: Path) -> Iterator[tuple[str, tuple[tuple[str, ...], str]]]:
    """Yield the offset, plain words and definition (without examples) of each synset in a file."""
    for line in file.read_text(encoding="latin-1").splitlines():
        if not line.startswith(" "):
            head, _, gloss = line.partition(" | ")
            fields = head.split()
            written = (
                word.partition("(")[0] for word in fields[4 : 4 + 2 * int(fields[3], 16) : 2]
            )
            words = tuple(word for word in written if PLAIN.fullmatch(word))
            yield fields[0], (words, re.split(r'[;:]?\s*"', gloss, maxsplit=1)[0].strip(" ;"))


def uses(file: Path) -> dict[tuple[str, str, int], int]:
    """Map word, part of speech and rank to the number of times that the tagged texts use that
    sense.
    """
    counts: dict[tuple[str, str, int], int] = {}
    for line in file.read_text(encoding="latin-1").splitlines():
        key, rank, count = line.split()
        word, _, rest = key.partition("%")
        counts[word, KINDS[rest[0]], int(rank)] = int(count)
    return counts
