"""Regular derivations, such as RELATIVE from RELATE, which WordNet leaves out.

An ending counts only between the parts of speech that it joins in English, and only for words that
are long enough. An unreliable ending needs longer words. Remaining errors are listed in
tools/words/exceptions.txt. Endings that are wrong more often than right (-ATE, -AGE, -LET …) count
only if a definition shows them (see `definitions.py`).
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import NamedTuple


class Suffix(NamedTuple):
    ending: str
    base: str
    """Parts of speech of the base: any of n, v, a, r."""
    derived: str
    shortest: int
    """Minimum number of letters of the base."""
    bases: Callable[[str], tuple[str, ...]]
    """The possible spellings of the base, from the letters before the ending."""
    after: tuple[str, ...] = ("",)
    """Possible endings of the base."""


def plain(stem: str) -> tuple[str, ...]:
    return (stem,)


def with_y(stem: str) -> tuple[str, ...]:
    """Return the base with -Y, such as MERCY for MERCI-FUL."""
    return (stem, stem[:-1] + "Y") if stem.endswith("I") else (stem,)


def doubled(stem: str) -> tuple[str, ...]:
    """Return the base without a doubled letter, such as SUN for SUNN-Y."""
    return (stem, stem[:-1]) if stem[-1:] == stem[-2:-1] else (stem,)


def only_doubled(stem: str) -> tuple[str, ...]:
    return doubled(stem)[1:]


def without_e(stem: str) -> tuple[str, ...]:
    """Return the base with -E, such as BRIBE for BRIB-ABLE."""
    return (*doubled(stem), stem + "E")


def any_base(stem: str) -> tuple[str, ...]:
    """Return all possible bases, such as CARRY for CARRI-ER, DRIVE for DRIV-ER, and START for
    START-ER.
    """
    return (*without_e(stem), *with_y(stem)[1:])


def plus(*endings: str) -> Callable[[str], tuple[str, ...]]:
    """Return a function that yields the bases with one of `endings`, such as ACCURATE for
    ACCURA-CY.
    """
    return lambda stem: tuple(stem + ending for ending in endings)


LATIN = ("T", "TE", "S", "SE")
"""Ends of verbs before -ION, -OR, -IVE and -ORY."""


def latinate(
    ending: str, base: str, derived: str, after: tuple[str, ...] = ("",)
) -> tuple[Suffix, ...]:
    """Return the suffixes for bases of at least five letters, or at least six if they drop a final
    -E.
    """
    return (
        Suffix(ending, base, derived, 5, plain, after),
        Suffix(ending, base, derived, 6, plus("E"), after),
    )


SUFFIXES = (
    # Native suffixes
    Suffix("NESS", "a", "n", 3, with_y),
    Suffix("LY", "a", "r", 3, with_y),
    Suffix("Y", "a", "r", 4, plus("E"), after=("LE",)),
    Suffix("Y", "a", "r", 4, plain, after=("LL",)),
    Suffix("ALLY", "a", "r", 4, plain, after=("IC",)),
    Suffix("FUL", "n", "an", 3, with_y),
    Suffix("LESS", "n", "a", 3, with_y),
    Suffix("LIKE", "n", "a", 3, plain),
    Suffix("WARD", "n", "ar", 3, plain),
    Suffix("WARDS", "n", "ar", 3, plain),
    Suffix("SOME", "nv", "a", 4, plain),
    Suffix("HOOD", "na", "n", 3, with_y),
    Suffix("SHIP", "n", "n", 5, plain),
    Suffix("DOM", "na", "n", 4, plain),
    Suffix("ISH", "na", "a", 4, without_e),
    Suffix("ISH", "na", "a", 3, only_doubled),
    Suffix("Y", "n", "a", 4, plain),
    Suffix("Y", "n", "a", 5, plus("E")),
    Suffix("Y", "n", "a", 3, only_doubled),
    Suffix("Y", "a", "n", 5, plain),
    Suffix("Y", "n", "n", 5, plain, after=("ER",)),
    Suffix("TH", "a", "n", 3, plain),
    Suffix("EN", "a", "v", 3, without_e),
    Suffix("EN", "n", "v", 5, without_e),
    Suffix("EN", "n", "a", 4, plain),
    Suffix("ED", "n", "a", 5, with_y),
    Suffix("ER", "v", "n", 5, any_base),
    *latinate("ERY", "vn", "n"),
    Suffix("ESS", "n", "n", 4, plain),
    # From verbs
    Suffix("ABLE", "v", "a", 4, any_base),
    Suffix("ABLE", "v", "a", 7, plus("ATE")),
    *latinate("IBLE", "v", "a"),
    *latinate("ION", "va", "n", LATIN),
    Suffix("ATION", "v", "n", 4, plain),
    Suffix("ATION", "v", "n", 5, plus("E")),
    Suffix("IFICATION", "v", "n", 5, plus("IFY")),
    *latinate("OR", "v", "n", LATIN),
    Suffix("OR", "n", "n", 8, plus("ION")),
    *latinate("IVE", "vna", "an", LATIN),
    Suffix("IVE", "n", "an", 8, plus("ION")),
    *latinate("ATIVE", "v", "an"),
    *latinate("ORY", "v", "a", LATIN),
    Suffix("ORY", "n", "a", 8, plus("ION")),
    *latinate("ATORY", "v", "an"),
    Suffix("MENT", "v", "n", 5, plain),
    Suffix("ANCE", "v", "n", 5, any_base),
    Suffix("ENCE", "v", "n", 5, without_e),
    Suffix("ANT", "v", "na", 6, plus("", "E", "ATE")),
    *(
        Suffix(vowel + ending, "an", "n", 6, plus(vowel + "NT"))
        for vowel in "AE"
        for ending in ("NCE", "NCY")
    ),
    Suffix("EE", "v", "n", 5, without_e),
    # From adjectives and nouns
    Suffix("ITY", "a", "n", 4, plus("", "E")),
    Suffix("BILITY", "a", "n", 4, plus("BLE")),
    Suffix("OSITY", "a", "n", 5, plus("OUS")),
    Suffix("ACITY", "a", "n", 5, plus("ACIOUS")),
    Suffix("TY", "a", "n", 4, plain),
    Suffix("CY", "na", "n", 6, plus("T", "TE")),
    Suffix("IZE", "na", "v", 5, without_e),
    Suffix("ISE", "na", "v", 5, without_e),
    Suffix("IFY", "na", "v", 5, plus("", "E", "Y")),
    Suffix("IFIC", "v", "a", 6, plus("IFY")),
    Suffix("IST", "na", "n", 5, plus("", "E", "Y", "S")),
    Suffix("ISM", "na", "n", 5, plus("", "E", "Y")),
    Suffix("IST", "n", "n", 7, plus("ISM")),
    Suffix("ISTIC", "n", "a", 6, plus("ISM")),
    *latinate("IC", "n", "a"),
    Suffix("IC", "n", "a", 6, plus("Y")),
    *latinate("ICAL", "n", "a"),
    Suffix("ICAL", "n", "a", 7, plus("Y", "ICS")),
    Suffix("ATIC", "n", "a", 5, plus("", "A", "E")),
    Suffix("ICIAN", "na", "n", 5, plus("IC", "ICS")),
    Suffix("IAN", "n", "na", 5, plus("", "Y")),
    *latinate("AL", "n", "a"),
    Suffix("IAL", "n", "a", 6, plus("", "E", "Y")),
    Suffix("ARY", "n", "a", 5, plain),
    *latinate("OUS", "n", "a"),
    Suffix("IOUS", "n", "a", 5, plus("Y", "ION")),
    *latinate("EER", "n", "n"),
    Suffix("ER", "n", "n", 6, plus("Y"), after=("PHY", "OMY", "GY")),
)

PREFIXES = (("UN", "av"), ("MIS", "v"), ("NON", "an"))
"""Prefixes, and the parts of speech that they can be added to. The result has the same part of
speech.
"""

REGULAR_PREFIXES = ("RE", "DE", "UN", "MIS", "NON", "DIS", "PRE", "OVER", "UNDER", "OUT", "INTER")
"""Prefixes of words that WordNet does not list, because they are regular."""

SHORTEST_AFTER_PREFIX = 4
LONG = 5
"""Minimum number of letters in the base of a word whose parts of speech are unknown."""


def regular(parts: Mapping[str, str], unknown: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Yield the base and the derived word of every regular derivation among known and unknown
    words.

    `parts` maps the known words to their parts of speech. The words in `unknown` are also
    dictionary forms.
    """
    for word, held in parts.items():
        yield from with_ending(word, held, parts, 0)
        for prefix, kept in PREFIXES:
            base = word.removeprefix(prefix)
            long = base != word and len(base) >= SHORTEST_AFTER_PREFIX
            if long and set(parts.get(base, "")) & set(held) & set(kept):
                yield base, word
    for word in unknown:
        if ended := tuple(with_ending(word, "nvar", parts, LONG)):
            yield from ended  # DECIDER does not come from CIDER
            continue
        for prefix in REGULAR_PREFIXES:
            base = word.removeprefix(prefix)
            if base != word and len(base) >= SHORTEST_AFTER_PREFIX and base in parts:
                yield base, word


def with_ending(
    word: str, held: str, parts: Mapping[str, str], shortest: int
) -> Iterator[tuple[str, str]]:
    """Yield a word's possible bases according to its ending, each with the word."""
    for suffix in SUFFIXES:
        if word.endswith(suffix.ending) and set(held) & set(suffix.derived):
            for base in suffix.bases(word.removesuffix(suffix.ending)):
                long = len(base) >= max(suffix.shortest, shortest)
                fits = long and base.endswith(suffix.after)
                if fits and set(parts.get(base, "")) & set(suffix.base):
                    yield base, word
