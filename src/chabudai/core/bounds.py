"""How large the parts of a view or an action can become, said beside their types.

The rules make these bounds true; nothing is judged by them. Programs read them: adapters, which
need a place for everything, and JSON Schemas. They are Metas for `typing.Annotated`.
"""

from collections.abc import Iterable

from msgspec import Meta

MOST = "most"
ONE_OF = "one of"
BETWEEN = "between"
AFTER = "afterwards"
A_SEAT = "seat"

AFTERWARDS = Meta(extra={AFTER: True})
"""Of a part of a view: it is empty until the game is over, and then there to look back on it."""


SEATED = Meta(extra={A_SEAT: True})
"""Of a number: it is a seat of the game, or CHANCE."""


def most(count: int) -> Meta:
    """Of a tuple: it has at most so many items."""
    return Meta(extra={MOST: count}, extra_json_schema={"maxItems": count})


def between(low: int, high: int) -> Meta:
    """Of a number: it is one of these or lies between them."""
    return Meta(extra={BETWEEN: (low, high)}, extra_json_schema={"minimum": low, "maximum": high})


def one_of(values: Iterable[str]) -> Meta:
    """Of a text: it is one of these."""
    every = tuple(values)
    return Meta(extra={ONE_OF: every}, extra_json_schema={"enum": list(every)})
