"""Moves as sequences of numbered steps, from 0 to size - 1. Step 0 means waiting. It is the only
choice of a seat that owes no move while others do. A game with a `Coding` numbers its own steps. In
other games, a kind of action with a limited number of values has a fixed number for each value.
Actions of other kinds are numbered in the order of a seat's `legal_actions`. The meaning of such a
number changes, so each offer maps it to its action.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from math import prod
from operator import index
from typing import Any, SupportsIndex, TypeAlias, cast

from msgspec import inspect as mi

from chabudai.adapters.copies import Immutable
from chabudai.adapters.parts import declared_of, finder
from chabudai.core import AnyGame, Chance, Lapse, Rng, Seat, Struct
from chabudai.core.bounds import A_SEAT, BETWEEN, ONE_OF
from chabudai.core.coding import WAIT, AnyCoding, Draft, Span, bits, each_number, ranges

FINITE = 65_536
"""Maximum number of values that a kind of action with fixed numbers may have."""
LISTED = 4096
"""Default count of numbers for the actions that have no fixed number."""


@dataclass(frozen=True, slots=True)
class Values:
    """All values of a type: how many there are, and a function that returns a value's index, from
    0.
    """

    count: int
    rank: Callable[[Any], int]


@dataclass(frozen=True, slots=True)
class Offer(Immutable):
    """The steps that a seat can take. Bit `n` of `mask` is set if the step with number `n` is
    offered.

    `view` is the seat's view. In a game without a `Coding`, `actions` maps numbers to moves, and
    `left_out` counts the moves that have no number.
    """

    mask: int
    view: Struct | None = None
    actions: Mapping[int, Any] | None = None
    left_out: int = 0

    def __contains__(self, number: int) -> bool:
        return number >= 0 and self.mask >> number & 1 == 1

    @property
    def numbers(self) -> list[int]:
        """The offered numbers in ascending order."""
        return list(each_number(self.mask))


WAITING = Offer(1 << WAIT)
"""The offer to a seat that owes no move."""


def whole(number: object) -> int | None:
    """Return a whole number, such as a NumPy integer, as an int. Return None for anything else."""
    with suppress(TypeError):  # NumPy's arrays of fractions have `__index__`, which raises it
        return index(cast("SupportsIndex", number))
    return None


def not_offered(number: object) -> str:
    """Return the reason why a step is refused, as part of a sentence."""
    known = whole(number)
    return f"not offered action {number!r}" if known is None else f"not offered action {known}"


class Coded:
    """The numbering of a game that numbers its own steps."""

    def __init__(self, coding: AnyCoding) -> None:
        self.coding = coding
        self.spans = (Span("wait", 1), *coding.steps)
        self.size = sum(span.count for span in self.spans)
        """Count of all numbers."""
        self.ranges = ranges(self.spans)
        """All numbers, by the names of their spans."""

    def offer(self, view: Struct, seat: Seat, draft: Draft) -> Offer:
        """Return the steps that `seat` can take after its draft, using only its view."""
        return Offer(self.coding.offered(view, seat, draft), view)

    def move(self, offer: Offer, seat: Seat, draft: Draft) -> Any | None:
        """Return the move that a draft completes, or None. The draft's last number must be in the
        offer.
        """
        return self.coding.chosen(offer.view, seat, draft)

    def name(self, offer: Offer, number: int) -> object:
        """Return the meaning of a number: the name of its span, and its position in the span,
        counted from 1.
        """
        name, held = next(item for item in self.ranges.items() if number in item[1])
        return name if len(held) == 1 else f"{name}: {1 + number - held.start}"


class Listing:
    """The numbering of a game without a `Coding`. It has `listed` numbers for the kinds of actions
    that have no fixed numbers.
    """

    def __init__(self, game: AnyGame, listed: int, draws: int | None) -> None:
        self.game = game
        self.listed = listed
        self.draws = draws
        self._own: dict[type, tuple[int, Values]] = {}
        spans, first = [Span("wait", 1)], 1
        for kind in kinds(game):
            values = values_of(mi.type_info(kind), game.seats[-1], {})
            if values is not None and values.count <= FINITE:
                self._own[kind] = (first, values)
                spans.append(Span(kind.__name__, values.count))
                first += values.count
        self.fixed = first
        """All fixed numbers are smaller than this one."""
        self.spans = (*spans, Span("in the order of the legal actions", listed))
        self.ranges = ranges(self.spans)
        self.size = first + listed

    def own_number(self, action: object) -> int | None:
        """Return the fixed number of an action, or None if its kind has none."""
        own = self._own.get(type(action))
        return None if own is None else own[0] + own[1].rank(action)

    def offer(self, view: Struct, seat: Seat, rng: Rng) -> Offer:
        """Offer all legal actions of `seat`, using only its view. If `draws` is set, offer only the
        actions in the seat's menu and `draws` random ones, without duplicates. If there are more
        actions than numbers, the offer contains actions that are evenly spread over the list.
        """
        game = self.game
        if self.draws is None:
            return self.numbered(view, game.legal_actions(view, seat))
        drawn = (game.sample(view, seat, rng) for _ in range(self.draws))
        return self.numbered(view, dict.fromkeys((*game.menu(view, seat), *drawn)))

    def numbered(self, view: Struct, every: Iterable[object]) -> Offer:
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
        return Offer(bits(actions), view, actions, len(others) - len(shown))

    def move(self, offer: Offer, seat: Seat, draft: Draft) -> Any | None:
        """Return the move that a draft's only step stands for."""
        return (offer.actions or {})[draft[-1]]

    def name(self, offer: Offer, number: int) -> object:
        """Return the move that an offered number stands for."""
        return (offer.actions or {}).get(number, "wait")


Numbering: TypeAlias = Coded | Listing


@lru_cache(maxsize=32)
def numbering(game: AnyGame, listed: int = LISTED, draws: int | None = None) -> Numbering:
    """Return the cached numbering of a game's steps. `listed` and `draws` are for a game without a
    `Coding`.
    """
    coding = game.extras.coding
    return Listing(game, listed, draws) if coding is None else Coded(coding())


def spread(items: Sequence[object], most: int) -> Sequence[object]:
    """Return at most `most` of the items, evenly spread, including the first."""
    if len(items) <= most:
        return items
    return [items[at * len(items) // most] for at in range(most)]


def kinds(game: AnyGame) -> tuple[type, ...]:
    """Return the kinds of action that seats can choose, in the game's order."""
    return tuple(kind for kind in game.action_types if not issubclass(kind, Chance | Lapse))


def values_of(info: mi.Type, seats: int, said: Mapping[str, Any]) -> Values | None:
    """Return all values of a type, or None if it is unbounded or not a number, string or struct."""
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
    """Return an encoding that represents each value by its index in `values`."""
    ranks = {value: rank for rank, value in enumerate(values)}
    return Values(len(ranks), ranks.__getitem__)


def shifted(low: int) -> Callable[[int], int]:
    """Return a function that subtracts `low` from a number."""
    return lambda value: value - low


def product(names: list[str], parts: list[Values | None]) -> Values | None:
    """Return all structs whose fields have values in `parts`."""
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
    """Return the values of all these types, one type after another, with None first if included."""
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
