"""Which table options the rules allow beside each other, found out before the deal. Pure."""

from collections.abc import Iterator
from contextlib import suppress
from functools import lru_cache
from typing import NamedTuple, TypeAlias

import msgspec
from msgspec import inspect
from msgspec.structs import fields, replace

from chabudai.core import AnyGame, Illegal, Struct
from chabudai.core.transcript import UNREADABLE
from chabudai.games import GAMES
from chabudai.server.encoding import raw
from chabudai.server.tables.decide import TableSetup

Value: TypeAlias = bool | int | str
MOST_NUMBERS = 20
"""An option with more values than this, such as seconds, is not tried value by value."""


class Choices(NamedTuple):
    """`seats`: the numbers of seats that can play by the options. `refused`: by option, the values
    that the rules refuse beside the other options.
    """

    seats: tuple[int, ...]
    refused: dict[str, tuple[Value, ...]]


NOTHING = Choices((), {})
"""What can be changed at a table whose game cannot go on."""


@lru_cache(256)
def choices(name: str, options: bytes, seats: int) -> Choices:
    """What a table could change: one option, or the number of seats. `options` are JSON."""
    game = GAMES[name]
    agreed: Struct = msgspec.json.decode(options, type=game.options)
    refused: dict[str, tuple[Value, ...]] = {}
    for field in fields(game.options):
        wrong = tuple(
            value
            for value in values(inspect.type_info(field.type))
            if not is_playable(game, replace(agreed, **{field.name: value}), seats)
        )
        if wrong:
            refused[field.name] = wrong
    return Choices(tuple(n for n in game.seats if is_playable(game, agreed, n)), refused)


def by_todays_rules(sitting: TableSetup) -> TableSetup:
    """A sitting whose game has not begun; it is played by the rules of the day it begins, with the
    rules' own options where those that were chosen are none any more.
    """
    game = GAMES[sitting.game]
    try:
        agreed: Struct = msgspec.json.decode(sitting.options, type=game.options)
    except UNREADABLE:
        agreed = game.options()
    else:
        if sitting.rules == game.rules:
            return sitting
    return replace(sitting, rules=game.rules, options=raw(agreed))


def is_playable(game: AnyGame, options: Struct, seats: int) -> bool:
    """Whether the rules allow these options for so many seats."""
    with suppress(Illegal):
        game.setup(options, seats)
        return True
    return False


def values(shape: inspect.Type) -> Iterator[Value]:
    """The values of an option's type, if they can be listed."""
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
