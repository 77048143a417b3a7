"""The actions of a game as the numbers 0 … size - 1.

0 is to wait, the only choice of a seat that owes no move while others do. A kind of action with
few possible values has a number for each of them, always the same. The actions of all other kinds
are numbered as a seat's `legal_actions` lists them: a number says nothing by itself, and what it
stands for is in the offer.
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
"""The number of the choice of a seat that owes no move."""
FEW = 1024
"""A kind of action has numbers of its own if its type has no more values than this."""
LISTED = 4096
"""How many numbers there are for all other kinds of actions, unless one asks for more."""


@dataclass(frozen=True, slots=True)
class Values:
    """All values of a type: how many there are, and which of them one is, from 0."""

    count: int
    rank: Callable[[Any], int]


@dataclass(frozen=True, slots=True)
class Offer:
    """What a seat may do: an action by each number that is offered, in ascending order.

    `left_out` is how many further actions there are for which there was no number.
    """

    actions: Mapping[int, Any]
    left_out: int = 0

    def mask(self, size: int) -> bytearray:
        """By number, 1 if it is offered and 0 if not."""
        found = bytearray(size)
        for number in self.actions:
            found[number] = 1
        return found


WAITING = Offer({WAIT: None})
"""The offer to a seat that owes no move."""


class Numbering:
    """The numbers of a game's actions; `listed` of them are for kinds without their own."""

    def __init__(self, game: AnyGame, listed: int = LISTED) -> None:
        if listed < 1:
            raise ValueError("At least one number is needed for actions that are listed.")
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
        """The numbers below this always mean the same."""
        self._part: Part = Layouts(seats).union(tuple(map(mi.type_info, self._kinds)), "", {})

    @property
    def size(self) -> int:
        """How many numbers there are."""
        return self.fixed + self.listed

    @property
    def places(self) -> tuple[Place, ...]:
        """What each number of the features of an action is."""
        return self._part.places

    def features(self, action: object) -> Row:
        """An action as a row of numbers, laid out as an observation is; None: to wait. Raises
        TypeError for what is no action of a seat.
        """
        if action is not None and not isinstance(action, self._kinds):
            raise no_action(self.game, action, self._kinds)
        row = array("i", bytes(4 * len(self.places)))
        self._part.write(action, row, 0)
        return row

    def own_number(self, action: object) -> int | None:
        """The number of an action of a kind that has numbers of its own."""
        own = self._own.get(type(action))
        return None if own is None else own[0] + own[1].rank(action)

    def ranges(self) -> dict[str, range]:
        """By kind of action, the numbers of its own, and under "" those of all other kinds."""
        own = {
            kind.__name__: range(first, first + values.count)
            for kind, (first, values) in self._own.items()
        }
        return {**own, "": range(self.fixed, self.size)}

    def offer(self, view: Struct, seat: Seat) -> Offer:
        """All that `seat` may do, from its view alone.

        If more actions are to be listed than there are numbers for, as many of them are, evenly
        spread over the list.
        """
        return self.numbered(self.game.legal_actions(view, seat))

    def drawn(self, view: Struct, seat: Seat, draws: int, rng: Rng) -> Offer:
        """The menu of `seat`, and what it would do in so many draws of `sample`, each action once.

        In word games that takes a small part of the time that listing all words takes.
        """
        menu, sample = self.game.menu, self.game.sample
        drawn = (sample(view, seat, rng) for _ in range(draws))
        return self.numbered(dict.fromkeys((*menu(view, seat), *drawn)))

    def numbered(self, every: Iterable[object]) -> Offer:
        """These actions by their numbers."""
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
    """The numbers of a game's actions, worked out once. Raises ValueError if `listed` < 1."""
    return Numbering(game, listed)


def spread(items: Sequence[object], most: int) -> Sequence[object]:
    """At most so many of these, evenly spread, the first among them."""
    if len(items) <= most:
        return items
    return [items[at * len(items) // most] for at in range(most)]


def kinds(game: AnyGame) -> tuple[type, ...]:
    """The kinds of action that seats choose, in the order in which the game names them."""
    return tuple(kind for kind in game.action_types if not issubclass(kind, Chance | Lapse))


def values_of(info: mi.Type, seats: int, said: Mapping[str, Any]) -> Values | None:
    """All values of a type, or None if they have no end or are no numbers, texts or structs."""
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
    """These values."""
    ranks = {value: rank for rank, value in enumerate(values)}
    return Values(len(ranks), ranks.__getitem__)


def shifted(low: int) -> Callable[[int], int]:
    """How far a number is above the least."""
    return lambda value: value - low


def product(names: list[str], parts: list[Values | None]) -> Values | None:
    """Structs whose fields have these values."""
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
    """The values of all these types, one type after the other; None first, if it is one."""
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
