"""A game's actions as the numbers 0 … size - 1.

0 means waiting, the only choice of a seat that owes no move while others do. A kind of action with
few possible values has a fixed number for each of them. Actions of all other kinds are numbered in
the order of a seat's `legal_actions`. The meaning of such a number changes, and each offer says
which action it stands for.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import prod
from typing import Any

from msgspec import inspect as mi

from chabudai.adapters.parts import Layouts, Part, Place, Row, declared_of, finder
from chabudai.core import AnyGame, Chance, Lapse, Rng, Seat, Struct
from chabudai.core.bounds import A_SEAT, BETWEEN, ONE_OF
from chabudai.core.game import no_action

WAIT = 0
"""Number for waiting, the only choice of a seat that owes no move."""
FEW = 1024
"""Maximum number of values that a kind of action with fixed numbers may have."""
LISTED = 4096
"""Default count of numbers for all other kinds of actions."""


@dataclass(frozen=True, slots=True)
class Values:
    """All values of a type: their count, and a function that ranks a value, from 0."""

    count: int
    rank: Callable[[Any], int]


@dataclass(frozen=True, slots=True)
class Offer:
    """A seat's possible actions, by number in ascending order.

    `left_out` is the count of further actions without a number.
    """

    actions: Mapping[int, Any]
    left_out: int = 0

    def mask(self, size: int) -> bytearray:
        """Return a flag for each number: 1 if it is offered and 0 if not."""
        found = bytearray(size)
        for number in self.actions:
            found[number] = 1
        return found


WAITING = Offer({WAIT: None})
"""The offer to a seat that owes no move."""


class Numbering:
    """The numbering of a game's actions. `listed` numbers are for kinds without fixed ones."""

    def __init__(self, game: AnyGame, listed: int = LISTED) -> None:
        if listed < 1:
            raise ValueError("listed must be at least 1.")
        self.game = game
        self.listed = listed
        self._kinds = kinds(game)
        self._own: dict[type, tuple[int, Values]] = {}
        seats, first = game.seats[-1], 1
        for kind in self._kinds:
            values = values_of(mi.type_info(kind), seats, {})
            if values is not None and values.count <= FEW:
                self._own[kind] = (first, values)
                first += values.count
        self.fixed = first
        """All fixed numbers are below this one."""
        self._part: Part = Layouts(seats).union(tuple(map(mi.type_info, self._kinds)), "", {})

    @property
    def size(self) -> int:
        """Count of all numbers."""
        return self.fixed + self.listed

    @property
    def places(self) -> tuple[Place, ...]:
        """Description of each number in an action's features."""
        return self._part.places

    def features(self, action: object) -> Row:
        """Encode an action as a row of numbers, in the layout of observations. None encodes
        waiting. Raises TypeError if `action` is not an action of a seat.
        """
        if action is not None and not isinstance(action, self._kinds):
            raise no_action(self.game, action, self._kinds)
        row = array("i", bytes(4 * len(self.places)))
        self._part.write(action, row, 0)
        return row

    def own_number(self, action: object) -> int | None:
        """Return the fixed number of an action, or None if its kind has none."""
        own = self._own.get(type(action))
        return None if own is None else own[0] + own[1].rank(action)

    def ranges(self) -> dict[str, range]:
        """Return the fixed numbers by kind of action, and all others under ""."""
        own = {
            kind.__name__: range(first, first + values.count)
            for kind, (first, values) in self._own.items()
        }
        return {**own, "": range(self.fixed, self.size)}

    def offer(self, view: Struct, seat: Seat) -> Offer:
        """Return all legal actions of `seat`, from its view alone.

        If there are more actions than numbers, the offer contains actions evenly spread over the
        list.
        """
        return self.numbered(self.game.legal_actions(view, seat))

    def drawn(self, view: Struct, seat: Seat, draws: int, rng: Rng) -> Offer:
        """Return an offer of the seat's menu and `draws` random actions, without duplicates.

        In word games this takes a small fraction of the time needed to list all words.
        """
        menu, sample = self.game.menu, self.game.sample
        drawn = (sample(view, seat, rng) for _ in range(draws))
        return self.numbered(dict.fromkeys((*menu(view, seat), *drawn)))

    def numbered(self, every: Iterable[object]) -> Offer:
        """Return an offer with these actions."""
        own: dict[int, object] = {}
        others: list[object] = []
        for action in every:
            number = self.own_number(action)
            if number is None:
                others.append(action)
            else:
                own[number] = action
        shown = spread(others, self.listed)
        actions = dict(sorted(own.items()))
        actions.update(enumerate(shown, self.fixed))
        return Offer(actions, len(others) - len(shown))


@lru_cache(maxsize=32)
def numbering(game: AnyGame, listed: int = LISTED) -> Numbering:
    """Return the cached numbering of a game's actions. Raises ValueError if `listed` < 1."""
    return Numbering(game, listed)


def spread(items: Sequence[object], most: int) -> Sequence[object]:
    """Return at most `most` of the items, evenly spread, including the first."""
    if len(items) <= most:
        return items
    return [items[at * len(items) // most] for at in range(most)]


def kinds(game: AnyGame) -> tuple[type, ...]:
    """Return the kinds of action that seats can choose, in the game's order."""
    return tuple(kind for kind in game.action_types if not issubclass(kind, Chance | Lapse))


def values_of(info: mi.Type, seats: int, said: Mapping[str, Any]) -> Values | None:
    """Return all values of a type, or None if it is unbounded, or not a number, text or struct."""
    match info:
        case mi.Metadata(type=inner):
            return values_of(inner, seats, {**said, **declared_of(info)})
        case mi.NoneType():
            return Values(1, lambda value: 0)
        case mi.BoolType():
            return Values(2, int)
        case mi.LiteralType(values=values):
            return listed(values)
        case mi.StrType() if ONE_OF in said:
            return listed(said[ONE_OF])
        case mi.IntType():
            low, high = (-1, seats - 1) if A_SEAT in said else said.get(BETWEEN, (info.ge, info.le))
            return None if low is None or high is None else Values(high - low + 1, shifted(low))
        case mi.StructType(fields=fields):
            parts = [values_of(field.type, seats, {}) for field in fields]
            return product([field.name for field in fields], parts)
        case mi.UnionType(types=types):
            return either(types, [values_of(each, seats, said) for each in types])
        case _:
            return None


def listed(values: Sequence[object]) -> Values:
    """Return an enumeration of these values."""
    ranks = {value: rank for rank, value in enumerate(values)}
    return Values(len(ranks), ranks.__getitem__)


def shifted(low: int) -> Callable[[int], int]:
    """Return a function that subtracts `low` from a number."""
    return lambda value: value - low


def product(names: list[str], parts: list[Values | None]) -> Values | None:
    """Return an enumeration of the structs whose fields have these values."""
    found = [part for part in parts if part is not None]
    if len(found) < len(parts):
        return None

    def rank(value: object) -> int:
        total = 0
        for name, part in zip(names, found, strict=True):
            total = total * part.count + part.rank(getattr(value, name))
        return total

    return Values(prod(part.count for part in found), rank)


def either(types: Sequence[mi.Type], parts: list[Values | None]) -> Values | None:
    """Return the values of all these types, type after type, with None first if included."""
    order = sorted(range(len(types)), key=lambda at: not isinstance(types[at], mi.NoneType))
    found = [part for at in order if (part := parts[at]) is not None]
    if len(found) < len(parts):
        return None
    before = [sum(part.count for part in found[:at]) for at in range(len(found))]
    find = finder([types[at] for at in order])

    def rank(value: object) -> int:
        at = find(value)
        return before[at] + found[at].rank(value)

    return Values(sum(part.count for part in found), rank)
