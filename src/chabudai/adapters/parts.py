"""The parts of a type: a fixed place for everything that a value of it can hold.

A type of msgspec structs is laid out as a row of whole numbers. A text that is one of a few, a tag
and a Literal are numbered from 1; 0 is nothing. A tuple is its length and as many places as it has
at most; places that are not filled hold zeros.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import accumulate
from typing import Any, Literal, TypeAlias, cast

from msgspec import inspect as mi

from chabudai.core.bounds import A_SEAT, AFTER, BETWEEN, MOST, ONE_OF

LOW, HIGH = -(1 << 31), (1 << 31) - 1
UNDECLARED = 16
"""Places for the items of a tuple, or the letters of a text, whose type does not say how many."""
LONGEST = 4096
"""A tuple that needs more numbers than this is given places for its last items only."""

Kind: TypeAlias = Literal["number", "category", "flag", "count", "letter"]
Row: TypeAlias = "array[int]"
"""Signed numbers of 32 bits."""


@dataclass(frozen=True, slots=True)
class Place:
    """One number of the row: what it is, and the least and the most that it can be.

    `name` is a path such as "ring[2].safe.letter"; the name of a union stands for which of its
    members is there. A category is numbered from 1, in the order of `values`.
    """

    name: str
    kind: Kind
    low: int
    high: int
    values: tuple[object, ...] = ()


@dataclass(frozen=True, slots=True)
class Part:
    """A type laid out: its places, and how a value is written into a row from an index on."""

    places: tuple[Place, ...]
    write: Callable[[Any, Row, int], None]
    cut: tuple[str, ...] = ()
    """The tuples and texts in it of which only some may have a place."""
    number: Callable[[Any], int] | None = None
    """The number that a value is, for a part with one place."""


class Layouts:
    """Lays types out. `seats` is the most seats; the structs of `without` have no place."""

    def __init__(self, seats: int, without: frozenset[type] = frozenset()) -> None:
        self.seats = seats
        self.without = without

    def part(self, info: mi.Type, name: str, extra: Mapping[str, Any] | None = None) -> Part:
        """The part of a type. Raises TypeError for what a view or an action cannot hold."""
        said = extra or {}
        match info:
            case mi.Metadata(type=inner):
                return self.part(inner, name, {**said, **declared_of(info)})
            case mi.StructType():
                return self.struct(info, name)
            case mi.UnionType(types=types):
                return self.union(types, name, said)
            case mi.TupleType(item_types=types):
                return joined([self.part(each, f"{name}[{at}]") for at, each in enumerate(types)])
            case mi.VarTupleType(item_type=item, max_length=declared):
                return self.row(item, name, said.get(MOST, declared))
            case _:
                return self.single(info, name, said)

    def single(self, info: mi.Type, name: str, said: Mapping[str, Any]) -> Part:
        """The part of a type that has no parts."""
        match info:
            case mi.BoolType():
                return single(Place(name, "flag", 0, 1), int)
            case mi.IntType():
                return self.number(info, name, said)
            case mi.LiteralType(values=values):
                return category(name, values)
            case mi.StrType(max_length=most):
                return category(name, told(said[ONE_OF])) if ONE_OF in said else letters(name, most)
            case mi.NoneType():
                return Part((), write_nothing)
            case _:
                raise TypeError(f"{name} cannot be laid out in numbers: {info}")

    def number(self, info: mi.IntType, name: str, said: Mapping[str, Any]) -> Part:
        """A number, held within what is declared of it, or else within 32 bits."""
        low, high = said.get(BETWEEN, (info.ge, info.le))
        if A_SEAT in said:
            low, high = -1, self.seats - 1
        if low is None and info.gt is not None:
            low = info.gt + 1
        if high is None and info.lt is not None:
            high = info.lt - 1
        least, most = LOW if low is None else int(low), HIGH if high is None else int(high)

        def held(value: int) -> int:
            return min(max(value, least), most)

        return single(Place(name, "number", min(0, least), max(0, most)), held)

    def struct(self, info: mi.StructType, name: str) -> Part:
        """The fields of a struct one after the other, but for those that are left out."""
        fields = [field for field in info.fields if not self.left_out(field.type)]
        dot = f"{name}." if name else ""
        parts = [self.part(field.type, f"{dot}{field.name}") for field in fields]
        names = [field.name for field in fields]
        whole = joined(parts)
        writes = [
            (key, part.write, start)
            for key, part, start in zip(names, parts, starts(parts), strict=True)
        ]

        def write(value: object, row: Row, at: int) -> None:
            for key, put, start in writes:
                put(getattr(value, key), row, at + start)

        return Part(whole.places, write, whole.cut)

    def left_out(self, info: mi.Type) -> bool:
        """Whether a field has no place."""
        match info:
            case mi.Metadata(type=inner):
                return AFTER in declared_of(info) or self.left_out(inner)
            case mi.StructType(cls=struct):
                return struct in self.without
            case _:
                return False

    def union(self, types: tuple[mi.Type, ...], name: str, said: Mapping[str, Any]) -> Part:
        """Which member is there, numbered from 1, None being 0; then the places of each member."""
        members = [each for each in types if not isinstance(each, mi.NoneType)]
        parts = [self.part(each, named(each, name), said) for each in members]
        which = Place(name, "category", 0, len(members), tuple(map(called, members)))
        whole = joined(parts)
        writes = [
            (number, part.write, 1 + start)
            for number, (part, start) in enumerate(zip(parts, starts(parts), strict=True), 1)
        ]
        find = finder(members)

        def write(value: object, row: Row, at: int) -> None:
            if value is not None:
                number, put, start = writes[find(value)]
                row[at] = number
                put(value, row, at + start)

        return Part((which, *whole.places), write, whole.cut)

    def row(self, item: mi.Type, name: str, declared: int | None) -> Part:
        """How many items there are, and the places of each; the last ones, if not all have any."""
        size = len(self.part(item, name).places)
        wanted = UNDECLARED if declared is None else declared
        most = max(1, min(wanted, LONGEST // max(1, size)))
        parts = [self.part(item, f"{name}[{at}]") for at in range(most)]
        high = HIGH if declared is None else declared
        whole = joined(parts)
        put, number = parts[0].write, parts[0].number or int

        def write(value: tuple[object, ...], row: Row, at: int) -> None:
            row[at] = min(len(value), high)
            at += 1
            for each in value[-most:]:
                put(each, row, at)
                at += size

        def write_numbers(value: tuple[Any, ...], row: Row, at: int) -> None:
            row[at] = min(len(value), high)
            shown = value[-most:]
            row[at + 1 : at + 1 + len(shown)] = array("i", map(number, shown))

        own = () if declared is not None and most == declared else (name,)
        return Part(
            (Place(name, "count", 0, high), *whole.places),
            write if parts[0].number is None else write_numbers,
            (*own, *set(whole.cut)),
        )


def declared_of(info: mi.Metadata) -> dict[str, Any]:
    """What `chabudai.core.bounds` says of a type."""
    said: dict[str, Any] | None = cast("Any", info).extra
    return said or {}


def joined(parts: list[Part]) -> Part:
    """Parts one after the other."""
    places = tuple(place for part in parts for place in part.places)
    writes = [(part.write, start) for part, start in zip(parts, starts(parts), strict=True)]

    def write(value: tuple[object, ...], row: Row, at: int) -> None:
        for item, (put, start) in zip(value, writes, strict=True):
            put(item, row, at + start)

    return Part(places, write, tuple(name for part in parts for name in part.cut))


def starts(parts: list[Part]) -> list[int]:
    """Where each of these parts begins."""
    return list(accumulate((len(part.places) for part in parts[:-1]), initial=0))[: len(parts)]


def single(place: Place, number: Callable[[Any], int]) -> Part:
    """A part with one place."""

    def write(value: object, row: Row, at: int) -> None:
        row[at] = number(value)

    return Part((place,), write, number=number)


def category(name: str, values: tuple[object, ...]) -> Part:
    """One of some values, numbered from 1; anything else is 0."""
    numbers = {value: number for number, value in enumerate(values, 1)}
    return single(
        Place(name, "category", 0, len(values), values), lambda value: numbers.get(value, 0)
    )


def told(values: tuple[str, ...]) -> tuple[str, ...]:
    """The texts that say something: no text is nothing, which is 0 in a category."""
    return tuple(value for value in values if value)


def letters(name: str, declared: int | None) -> Part:
    """A text: its length, and the code points of its first letters."""
    most = UNDECLARED if declared is None else declared
    high = HIGH if declared is None else declared
    places = (
        Place(name, "count", 0, high),
        *(Place(f"{name}[{at}]", "letter", 0, 0x10FFFF) for at in range(most)),
    )

    def write(value: str, row: Row, at: int) -> None:
        row[at] = min(len(value), high)
        for place, letter in enumerate(value[:most], at + 1):
            row[place] = ord(letter)

    return Part(places, write, (name,) if declared is None else ())


def write_nothing(value: object, row: Row, at: int) -> None:
    """Nothing is written of what has no place."""


def named(member: mi.Type, name: str) -> str:
    """The name of a member of a union, below that of the union."""
    return f"{name}<{called(member)}>"


def called(member: mi.Type) -> str:
    """What a member of a union is called: the tag of a struct, or the kind of value."""
    match member:
        case mi.Metadata(type=inner):
            return called(inner)
        case mi.StructType(tag=tag, cls=struct):
            return struct.__name__ if tag is None else str(tag)
        case mi.VarTupleType() | mi.TupleType():
            return "tuple"
        case _:
            return KINDS.get(type(member), "text")


KINDS: dict[type[mi.Type], str] = {mi.BoolType: "bool", mi.IntType: "int"}


def finder(members: list[mi.Type]) -> Callable[[object], int]:
    """A function that says which of these members a value is. It raises KeyError if it is none."""
    by_type: dict[type, int] = {}
    for at, member in enumerate(members):
        for each in python_types(member):
            by_type.setdefault(each, at)
    texts = {
        value: at
        for at, member in enumerate(members)
        if isinstance(member, mi.LiteralType)
        for value in member.values
    }

    def find(value: object) -> int:
        if isinstance(value, str) and value in texts:
            return texts[value]
        return by_type[type(value)]

    return find


def python_types(member: mi.Type) -> tuple[type, ...]:
    """The classes of the values of a member of a union."""
    match member:
        case mi.Metadata(type=inner):
            return python_types(inner)
        case mi.StructType(cls=struct):
            return (struct,)
        case mi.BoolType():
            return (bool,)
        case mi.IntType():
            return (int,)
        case mi.VarTupleType() | mi.TupleType():
            return (tuple,)
        case mi.NoneType():
            return (type(None),)
        case mi.LiteralType(values=values):
            return tuple({type(value) for value in values})
        case _:
            return (str,)
