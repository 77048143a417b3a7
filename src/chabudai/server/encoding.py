"""JSON in messages and numbers in addresses, checked where they are read."""

from functools import cache
from typing import Any, TypeVar, cast

import msgspec
from msgspec import Raw

from chabudai.server.refusal import Refused

T = TypeVar("T")


def raw(value: object) -> Raw:
    """Encode a value as JSON that can stand inside a message."""
    return Raw(msgspec.json.encode(value))


@cache
def decoder(shape: Any) -> msgspec.json.Decoder[Any]:
    """The decoder of a type, kept because making one takes longer than using it."""
    return msgspec.json.Decoder(shape)


def decode(text: bytes | bytearray | Raw | str, shape: type[T], sentence: str) -> T:
    """Decode JSON as a type. Raises Refused with a sentence, whose `{why}` says why."""
    kept: Any = shape  # for checkers, not every type can be a key
    try:
        return cast("T", decoder(kept).decode(text))
    except RecursionError:
        why = "it is nested too deeply"
    except (msgspec.MsgspecError, UnicodeError) as error:
        why = str(error)[:200]
    raise Refused("malformed", sentence, why=why)


def whole(text: str, below: int = 10**9) -> int | None:
    """A number as typed in an address, from 0 to below a bound; None if it is no such number."""
    if not (text.isascii() and text.isdecimal() and len(text) < 10):
        return None
    return found if (found := int(text)) < below else None
