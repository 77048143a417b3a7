"""What a table could agree on, judged by its game before the deal. Pure."""

from collections.abc import Iterator
from contextlib import suppress
from functools import lru_cache
from typing import NamedTuple, TypeAlias

import msgspec
from msgspec import Raw, inspect

from chabudai.core import AnyGame, Illegal, Struct
from chabudai.games import GAMES

Value: TypeAlias = bool | int | str
MOST_NUMBERS = 20
"""A number that may have more values than this, like seconds, is not gone through."""


class Choices(NamedTuple):
    """`seats`: how many can play by the options. `refused`: by option, the values that cannot stand
    beside the others.
    """

    seats: tuple[int, ...]
    refused: dict[str, tuple[Value, ...]]


def choices(game: AnyGame, options: Raw, seats: int) -> Choices:
    """What a table of so many seats could change about its options, one thing at a time."""
    return judged(game.name, bytes(options), seats)


@lru_cache(256)
def judged(name: str, options: bytes, seats: int) -> Choices:
    """See `choices`."""
    game = GAMES[name]
    agreed: Struct = msgspec.json.decode(options, type=game.options)
    refused: dict[str, tuple[Value, ...]] = {}
    for field in msgspec.structs.fields(game.options):
        wrong = tuple(
            value
            for value in values(inspect.type_info(field.type))
            if not is_playable(game, msgspec.structs.replace(agreed, **{field.name: value}), seats)
        )
        if wrong:
            refused[field.name] = wrong
    return Choices(tuple(n for n in game.seats if is_playable(game, agreed, n)), refused)


def is_playable(game: AnyGame, options: Struct, seats: int) -> bool:
    """Whether the rules let so many sit down to these options."""
    with suppress(Illegal):
        game.setup(options, seats)
        return True
    return False


def values(shape: inspect.Type) -> Iterator[Value]:
    """All that an option of this type can be, as far as it can be counted."""
    match shape:
        case inspect.BoolType():
            yield from (False, True)
        case inspect.LiteralType(values=given):
            yield from (value for value in given if value is not None)
        case inspect.IntType(ge=int(least), le=int(most)) if most - least < MOST_NUMBERS:
            yield from range(least, most + 1)
        case inspect.UnionType(types=types):
            for each in types:
                yield from values(each)
        case _:
            return
