"""Derivations that WordNet leaves out because they are regular: CARE and CAREFUL, SUN and SUNNY.

An ending counts only between the parts of speech it joins in English and for words long enough,
by WordNet's own statement of their parts. What still slips through is held apart by name in
tools/words/exceptions.txt. Endings that often deceive (-ER, -AL, -ATE, -AGE, -MENT …) are not used.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple


class Suffix(NamedTuple):
    ending: str
    base: str
    """Parts of speech of the base: any of n, v, a, r."""
    derived: str
    shortest: int
    """Fewest letters of the base."""
    bases: Callable[[str], tuple[str, ...]]
    """The spellings the base may have, from what stands before the ending."""
    after: tuple[str, ...] = ("",)
    """How the base must end."""


def plain(stem: str) -> tuple[str, ...]:
    return (stem,)


def with_y(stem: str) -> tuple[str, ...]:
    """MERCI-FUL comes from MERCY."""
    return (stem, stem[:-1] + "Y") if stem.endswith("I") else (stem,)


def doubled(stem: str) -> tuple[str, ...]:
    """SUNN-Y comes from SUN."""
    return (stem, stem[:-1]) if stem[-1:] == stem[-2:-1] else (stem,)


def only_doubled(stem: str) -> tuple[str, ...]:
    return doubled(stem)[1:]


def without_e(stem: str) -> tuple[str, ...]:
    """BRIBABLE comes from BRIBE."""
    return (*doubled(stem), stem + "E")


SUFFIXES = (
    Suffix("NESS", "a", "n", 3, with_y),
    Suffix("LY", "a", "r", 3, with_y),
    Suffix("FUL", "n", "an", 3, with_y),
    Suffix("LESS", "n", "a", 3, with_y),
    Suffix("LIKE", "n", "a", 3, plain),
    Suffix("WARD", "n", "ar", 3, plain),
    Suffix("SOME", "nv", "a", 4, plain),
    Suffix("HOOD", "na", "n", 3, with_y),
    Suffix("DOM", "na", "n", 4, plain),
    Suffix("ISH", "na", "a", 4, without_e),
    Suffix("ISH", "na", "a", 3, only_doubled),
    Suffix("Y", "n", "a", 4, plain),
    Suffix("Y", "n", "a", 3, only_doubled),
    Suffix("ABLE", "v", "a", 4, without_e),
    Suffix("TH", "a", "n", 3, plain),
    Suffix("EN", "a", "v", 3, without_e),
    Suffix("IZE", "na", "v", 5, without_e),
    Suffix("ISE", "na", "v", 5, without_e),
    Suffix("IST", "na", "n", 5, plain),
    Suffix("ISM", "na", "n", 5, plain),
    Suffix("IC", "n", "a", 5, plain),
    Suffix("AL", "n", "a", 5, plain, after=("ION", "IC")),
)

PREFIXES = (("UN", "av"), ("MIS", "v"), ("NON", "an"))
"""Prefixes, and the parts of speech that they take and keep."""

SHORTEST_AFTER_PREFIX = 4


def regular(parts: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """The base and the derived word of every regular derivation among the words of `parts`."""
    for word, held in parts.items():
        for suffix in SUFFIXES:
            if word.endswith(suffix.ending) and set(held) & set(suffix.derived):
                for base in suffix.bases(word.removesuffix(suffix.ending)):
                    long = len(base) >= suffix.shortest and base.endswith(suffix.after)
                    if long and set(parts.get(base, "")) & set(suffix.base):
                        yield base, word
        for prefix, kept in PREFIXES:
            base = word.removeprefix(prefix)
            long = base != word and len(base) >= SHORTEST_AFTER_PREFIX
            if long and set(parts.get(base, "")) & set(held) & set(kept):
                yield base, word
