"""Derivations found in WordNet's definitions: a groupie, for example, "follows rock groups around".

A word counts as derived from another if it is spelt like that word with an ending or a prefix, and
its definition contains that word. So endings that are otherwise unreliable count here, as in LEMON
and LEMONADE.
"""

from collections.abc import Iterator, Mapping, Set

ENDINGS = (
    *("IE", "Y", "EY", "LET", "LING", "ET", "ETTE", "KIN", "ER", "STER", "EER", "OR", "RY", "ERY"),
    *("AL", "AGE", "MENT", "ATE", "ESS", "ARY", "AR", "AN", "IAN", "IC", "ICAL", "ISH", "EN", "ED"),
    *("ION", "ISM", "IST", "IVE", "OUS", "FUL", "ANT", "ENT", "URE", "ADE", "ITY", "IZE", "ISE"),
    *("IFY", "ABLE", "EE", "ORY", "ANCE", "ENCE"),
)

PREFIXES = {
    **dict.fromkeys(("UN", "MIS", "NON", "DIS"), "nva"),
    **dict.fromkeys(("RE", "DE", "PRE", "CO", "EN", "EM", "FORE"), "v"),
    **dict.fromkeys(("IM", "OVER", "UNDER", "OUT", "INTER"), "va"),
}
"""Prefixes, and the parts of speech of the words they form."""

SHORTEST = 3


def shown(
    definitions: Mapping[str, Set[str]], parts: Mapping[str, str], lemmas: Mapping[str, Set[str]]
) -> Iterator[tuple[str, str]]:
    """Yield the base and the derived word if a definition of the derived word contains the base.

    `definitions` maps each word to the words of all its definitions. Function words, which have no
    part of speech in WordNet, are not bases.
    """
    for word, used in definitions.items():
        bases = {base for each in used for base in lemmas.get(each, ()) if base in parts} - {word}
        for base in bases:
            if len(base) >= SHORTEST and (
                adds_ending(base, word) or adds_prefix(base, word, parts)
            ):
                yield base, word


def adds_ending(base: str, word: str) -> bool:
    """Return whether `word` can be spelt as `base` with one of the endings."""
    return any(
        word.endswith(ending) and base in spellings(word.removesuffix(ending)) for ending in ENDINGS
    )


def spellings(stem: str) -> set[str]:
    """Return the possible spellings of a base whose derived words begin with `stem`."""
    found = {stem, stem + "E", stem + "Y"}
    if stem.endswith("I"):
        found.add(stem[:-1] + "Y")
    if stem[-1:] == stem[-2:-1]:
        found.add(stem[:-1])
    return found


def adds_prefix(base: str, word: str, parts: Mapping[str, str]) -> bool:
    made = PREFIXES.get(word.removesuffix(base), "")
    return word.endswith(base) and bool(set(made) & set(parts.get(word, "")))
