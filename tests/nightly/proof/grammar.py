"""Messages and bodies that are right, nearly right or nothing, made after the server's own types.

A message that is added to the types is made here at once. Hypothesis, which shrinks what it finds,
draws from a like grammar in `tests/server/test_bad_input.py`, a hundred times as slowly.
"""

import json
from functools import cache
from random import Random
from typing import Any

from msgspec import inspect

TEXTS = (
    "",
    "a",
    "Mika",
    "\u0301",
    "\u202e",
    "\x00",
    "東京",
    "😀" * 9,
    "x" * 41,
    "y" * 999,
    "guest",
)
NUMBERS = (0, 1, 2, 3, -1, 7, 99, 1 << 31, -(1 << 63), 1 << 64, 10**30, 0.5, 1e308)
RAW = (
    "NaN",
    "1e999",
    "-0",
    "[" * 2000,
    '{"a":' * 1500,
    '"\\ud800"',
    "9" * 3000,
    "tru",
    "",
    "\ufeff{}",
)
"""What no encoder writes."""


@cache
def shape_of(shape: Any) -> inspect.Type:
    return inspect.type_info(shape)


def anything(luck: Random, depth: int = 0) -> Any:
    kind = luck.randrange(8 if depth < 3 else 5)
    if kind < 2:
        return luck.choice(TEXTS)
    if kind < 4:
        return luck.choice(NUMBERS)
    if kind == 4:
        return luck.choice((None, True, False))
    inner = [anything(luck, depth + 1) for _ in range(luck.randrange(4))]
    return inner if kind < 7 else {luck.choice(TEXTS): each for each in inner}


def like(of: inspect.Type, luck: Random) -> Any:
    """A value that usually conforms to a type."""
    if not luck.randrange(25):
        return anything(luck)
    match of:
        case inspect.UnionType(types):
            return like(luck.choice(types), luck)
        case inspect.StructType():
            return struct(of, luck)
        case inspect.LiteralType(values):
            return luck.choice(values)
        case inspect.VarTupleType() | inspect.ListType():
            return [like(of.item_type, luck) for _ in range(luck.randrange(5))]
        case inspect.TupleType(types):
            return [like(each, luck) for each in types]
        case inspect.Metadata():
            return like(of.type, luck)
        case _:
            return plain(of, luck)


def plain(of: inspect.Type, luck: Random) -> Any:
    match of:
        case inspect.IntType():
            return luck.choice(NUMBERS) if not luck.randrange(4) else luck.randrange(12)
        case inspect.StrType():
            return luck.choice(TEXTS)
        case inspect.BoolType():
            return luck.random() < 0.5
        case inspect.NoneType():
            return None
        case _:
            return anything(luck)


def struct(of: inspect.StructType, luck: Random) -> dict[str, Any]:
    """The fields of a struct, perhaps one missing or one too many."""
    made: dict[str, Any] = {} if of.tag is None else {"type": of.tag}
    for field in of.fields:
        if luck.randrange(30):
            made[field.encode_name] = like(field.type, luck)
    if not luck.randrange(40):
        made[luck.choice(TEXTS)] = anything(luck)
    return made


def text_of(value: Any, luck: Random) -> str:
    """Encode a value as JSON, sometimes malformed."""
    text = json.dumps(value, ensure_ascii=luck.random() < 0.5)
    kind = luck.randrange(40)
    at = luck.randrange(len(text) + 1)
    if kind == 0:
        return text[:at]
    if kind == 1:
        return text[:at] + luck.choice(RAW) + text[at:]
    if kind == 2:
        return luck.choice(RAW)
    if kind == 3:
        return text[:at] + text[at // 2 :]
    if kind == 4:
        return text.replace(":", ": ", 1).replace('"type"', '"type":"act","type"', 1)
    return text
