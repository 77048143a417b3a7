"""Encoding and decoding of JSON in messages, and of numbers in URLs."""

from functools import cache
from typing import Any, TypeVar, cast

import msgspec
from msgspec import Raw

from chabudai.server.refusal import Refused

T = TypeVar("T")


def raw(value: object) -> Raw:
    """Encode a value as JSON that can be embedded in a message."""
    return Raw(msgspec.json.encode(value))


@cache
def decoder(shape: Any) -> msgspec.json.Decoder[Any]:
    """Return the cached decoder for a type. Creating a decoder takes longer than using it."""
    return msgspec.json.Decoder(shape)


def decode(text: bytes | bytearray | Raw | str, shape: type[T], sentence: str) -> T:
    """Decode JSON as a type. Raises Refused with `sentence`, in which `{why}` is the reason."""
    kept: Any = shape  # for type checkers, which cannot prove that every type is hashable
    try:
        return cast("T", decoder(kept).decode(text))
    except RecursionError:
        why = "it is nested too deeply"
    except (msgspec.MsgspecError, UnicodeError) as error:
        why = str(error)[:200]
    raise Refused("malformed", sentence, why=why)


def whole(text: str, below: int = 10**9) -> int | None:
    """Parse a number from a URL. Return None unless it is at least 0 and less than the bound."""
    if not (text.isascii() and text.isdecimal() and len(text) < 10):
        return None
    return found if (found := int(text)) < below else None
