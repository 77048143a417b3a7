"""Words that players may say, but that the house does not put into anybody's mouth."""

from functools import cache

from chabudai.words.families import relatives
from chabudai.words.store import mapped


@cache
def crude() -> frozenset[str]:
    """The words that no bot says and no screen suggests: slurs, curses, sex and violence.

    Upper case, with their relatives. They are words of the dictionaries all the same.
    """
    listed = mapped("crude.txt")[:].decode("ascii").split()
    return frozenset(listed).union(*map(relatives, listed))
