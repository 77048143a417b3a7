"""Compatibility of a table's options, checked before the game starts. Pure functions."""

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
"""Maximum number of values of an option to check. Options with more, such as a time in seconds, are
not checked.
"""


class Choices(NamedTuple):
    """Possible settings. `seats` lists the numbers of seats that the options allow. `refused`
    lists, by option, the values that the rules do not allow with the other options.
    """

    seats: tuple[int, ...]
    refused: dict[str, tuple[Value, ...]]


NOTHING = Choices((), {})
"""Choices at a table whose game cannot continue."""


@lru_cache(256)
def choices(name: str, options: bytes, seats: int) -> Choices:
    """Return the possible changes to one option or to the number of seats. `options` is JSON."""
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
    """Return a lobby's setup updated to the current rules. If its options are no longer valid, use
    the game's defaults.
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
    """Whether the rules allow these options for this number of seats."""
    with suppress(Illegal):
        game.setup(options, seats)
        return True
    return False


def values(shape: inspect.Type) -> Iterator[Value]:
    """Yield all values of an option's type, or none if there are too many."""
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
