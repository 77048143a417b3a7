"""Words that players may use, but that no bot says and no screen suggests."""

from functools import cache

from chabudai.words.families import relatives
from chabudai.words.store import mapped


@cache
def crude() -> frozenset[str]:
    """Return slurs, curses and words of sex and violence, with their relatives, in upper case.

    The dictionaries contain them all the same.
    """
    listed = mapped("crude.txt")[:].decode("ascii").split()
    return frozenset(listed).union(*map(relatives, listed))
