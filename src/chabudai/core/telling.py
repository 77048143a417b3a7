"""Sentences with facts: what is said once and then put into the language of whoever hears it.

A template is the English sentence, with `{name}` where a fact goes and `{name|stone|stones}` for
the first form where that number is 1 or -1 and the second elsewhere. The template is also the key
of its translations; a language without a plural, such as Japanese, writes `{name}` alone.
"""

import re
from collections.abc import Iterable, Mapping
from typing import TypeAlias

from chabudai.core.struct import Struct

Seat: TypeAlias = int
Fact: TypeAlias = str | int

FIELD = re.compile(r"\{(\w+)(?:\|([^|}]*)\|([^}]*))?\}")


def fill(template: str, facts: Mapping[str, Fact]) -> str:
    """Set the facts into a template. Raises KeyError for a fact that is missing."""

    def set_in(field: re.Match[str]) -> str:
        fact, one, many = facts[field[1]], field[2], field[3]
        if one is None:
            return str(fact)
        return str(one if fact in (1, -1) else many)

    return FIELD.sub(set_in, template)


def fields(template: str) -> frozenset[str]:
    """The names of the facts that a template needs."""
    return frozenset(field[1] for field in FIELD.finditer(template))


class SeatName(Struct, tag="seat"):
    """The name of who sits there."""

    seat: Seat


class Piece(Struct, tag="piece"):
    """A piece of the game, such as a place on the board. `name` is what a terminal calls it; a
    screen may call a piece of this `kind` otherwise.
    """

    kind: str
    name: str


class Listed(Struct, tag="list"):
    """An enumeration, joined as the reader's language does: "A, B and C"."""

    items: tuple["TellingFact", ...]


class Telling(Struct, tag="telling"):
    """A sentence in no language yet, or a word in one: a template, and its facts by name."""

    text: str
    facts: dict[str, "TellingFact"]


TellingFact: TypeAlias = Fact | SeatName | Piece | Listed | Telling


def telling(text: str, **facts: TellingFact) -> Telling:
    """The sentence with this template and these facts."""
    return Telling(text, facts)


def listed(items: Iterable[TellingFact]) -> Listed:
    """An enumeration of these."""
    return Listed(tuple(items))


def seat_names(seats: Iterable[Seat]) -> Listed:
    """An enumeration of who sits there."""
    return listed(map(SeatName, seats))
