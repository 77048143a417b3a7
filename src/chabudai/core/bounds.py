"""Bounds for fields of views and actions, as `Meta` objects for `typing.Annotated`.

The bounds follow from the rules, but the rules do not check them. Adapters use them to allocate
arrays of a fixed size, and they appear in JSON Schemas.
"""

from collections.abc import Iterable

from msgspec import Meta

MOST = "most"
ONE_OF = "one of"
BETWEEN = "between"
AFTER = "afterwards"
A_SEAT = "seat"

AFTERWARDS = Meta(extra={AFTER: True})
"""Marks a field of a view that is empty until the game is over and filled afterwards."""


SEATED = Meta(extra={A_SEAT: True})
"""Marks a number as a seat or CHANCE."""


def most(count: int) -> Meta:
    """Bound the length of a tuple."""
    return Meta(extra={MOST: count}, extra_json_schema={"maxItems": count})


def between(low: int, high: int) -> Meta:
    """Bound a number, inclusively."""
    return Meta(extra={BETWEEN: (low, high)}, extra_json_schema={"minimum": low, "maximum": high})


def one_of(values: Iterable[str]) -> Meta:
    """Restrict a string to the given values."""
    every = tuple(values)
    return Meta(extra={ONE_OF: every}, extra_json_schema={"enum": list(every)})
