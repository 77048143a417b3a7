"""Words that players may use, but that bots never say and screens never suggest."""

from functools import cache

from chabudai.words.families import relatives
from chabudai.words.store import mapped


@cache
def crude() -> frozenset[str]:
    """Return slurs, curses, and words about sex and violence, with their relatives, in upper case.

    The dictionaries contain these words. A word after "=" is listed without its relatives, because
    its root is harmless.
    """
    listed = mapped("crude.txt")[:].decode("ascii").split()
    roots = (word for word in listed if not word.startswith("="))
    return frozenset(word.removeprefix("=") for word in listed).union(*map(relatives, roots))
