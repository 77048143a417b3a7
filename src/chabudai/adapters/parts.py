"""Fixed-size encoding of values by type.

A value whose type consists of msgspec structs is encoded as an array of whole numbers. Strings from
a fixed set, tags and Literals are numbered from 1, and 0 means none. A tuple is encoded as its
length, followed by places for its maximum number of items. Unused places are zero.
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
"""Number of places for a tuple's items or a string's letters if the type declares no maximum."""
LONGEST = 4096
"""Maximum length of a tuple's encoding. In longer tuples, only the last items have places."""

Kind: TypeAlias = Literal["number", "category", "flag", "count", "letter"]
Row: TypeAlias = "array[int]"
"""An array of signed 32-bit numbers."""


@dataclass(frozen=True, slots=True)
class Place:
    """One number of an array: its meaning and bounds. `name` is a path such as
    "ring[2].safe.letter". A place named after a union holds the number of its member. The values of
    a category are numbered from 1, in the order of `values`.
    """

    name: str
    kind: Kind
    low: int
    high: int
    values: tuple[object, ...] = ()


@dataclass(frozen=True, slots=True)
class Part:
    """The encoding of a type: its places, and a function that writes a value into a row at an
    index.
    """

    places: tuple[Place, ...]
    write: Callable[[Any, Row, int], None]
    cut: tuple[str, ...] = ()
    """Names of the tuples and strings that may be truncated."""
    number: Callable[[Any], int] | None = None
    """For a part with one place: a function that returns a value's number."""


class Layouts:
    """Creates encodings of types, for at most `seats` seats, and without the structs in
    `without`.
    """

    def __init__(self, seats: int, without: frozenset[type] = frozenset()) -> None:
        self.seats = seats
        self.without = without

    def part(self, info: mi.Type, name: str, extra: Mapping[str, Any] | None = None) -> Part:
        """Return the encoding of a type. Raises TypeError for types that views and actions cannot
        have.
        """
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
        """Return the encoding of a type that consists of a single value."""
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
        """Return the encoding of a number, clamped to its declared bounds, or to 32 bits if it has
        none.
        """
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
        """Return the encoding of a struct: its fields in order, except those that are left out."""
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
        """Whether a field is left out of the encoding because of its type."""
        match info:
            case mi.Metadata(type=inner):
                return AFTER in declared_of(info) or self.left_out(inner)
            case mi.StructType(cls=struct):
                return struct in self.without
            case _:
                return False

    def union(self, types: tuple[mi.Type, ...], name: str, said: Mapping[str, Any]) -> Part:
        """Return the encoding of a union: the member's number, from 1, or 0 for None, and the
        places of each member.
        """
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
        """Return the encoding of a tuple: its length, and the places of its items, or of only the
        last items if not all fit.
        """
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
    """Return a type's bounds, as declared by `chabudai.core.bounds`."""
    said: dict[str, Any] | None = cast("Any", info).extra
    return said or {}


def joined(parts: list[Part]) -> Part:
    """Return the concatenation of parts."""
    places = tuple(place for part in parts for place in part.places)
    writes = [(part.write, start) for part, start in zip(parts, starts(parts), strict=True)]

    def write(value: tuple[object, ...], row: Row, at: int) -> None:
        for item, (put, start) in zip(value, writes, strict=True):
            put(item, row, at + start)

    return Part(places, write, tuple(name for part in parts for name in part.cut))


def starts(parts: list[Part]) -> list[int]:
    """Return the start index of each part."""
    return list(accumulate((len(part.places) for part in parts[:-1]), initial=0))[: len(parts)]


def single(place: Place, number: Callable[[Any], int]) -> Part:
    """Return a part with one place."""

    def write(value: object, row: Row, at: int) -> None:
        row[at] = number(value)

    return Part((place,), write, number=number)


def category(name: str, values: tuple[object, ...]) -> Part:
    """Return the encoding of a choice among values, numbered from 1. Other values are 0."""
    numbers = {value: number for number, value in enumerate(values, 1)}
    return single(
        Place(name, "category", 0, len(values), values), lambda value: numbers.get(value, 0)
    )


def told(values: tuple[str, ...]) -> tuple[str, ...]:
    """Return the strings that are not empty. In a category, an empty string has the number 0."""
    return tuple(value for value in values if value)


def letters(name: str, declared: int | None) -> Part:
    """Return the encoding of a string: its length, and the code points of its first letters."""
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
    """Write nothing, for a type without places."""


def named(member: mi.Type, name: str) -> str:
    """Return the path of a union's member: the union's path, then the member's name."""
    return f"{name}<{called(member)}>"


def called(member: mi.Type) -> str:
    """Return the name of a union's member: the tag of a struct, or the kind of value."""
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
    """Return a function that returns the index of a value's member, or raises KeyError."""
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
    """Return the Python classes of a union member's values."""
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
