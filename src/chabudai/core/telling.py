"""Sentences as templates with facts, translated for each reader.

A template is the English sentence. `{name}` stands for a fact. `{name|stone|stones}` stands for the
first form if the fact is 1 or −1, and for the second otherwise. The template is also the key for
its translations. A language without plurals, such as Japanese, uses `{name}` alone.
"""

import re
from collections.abc import Iterable, Mapping
from typing import Annotated, TypeAlias

from chabudai.core.bounds import SEATED
from chabudai.core.struct import Struct

Seat: TypeAlias = Annotated[int, SEATED]
Fact: TypeAlias = str | int

OWN = re.compile(r"You(?=$|, | and )")
"""The reader's name in a terminal, either alone or as the first of several names."""
START = re.compile(r"((^|\n) *|[.!?“] ?)\Z")
"""Text before the first word of a sentence."""
FIELD = re.compile(r"\{(\w+)(?:\|([^|}]*)\|([^}]*))?\}")


def placed(fact: Fact, before: str) -> str:
    """Return a fact as it is written after the text `before`. Within a sentence, the reader is
    "you".
    """
    text = str(fact)
    return f"you{text[3:]}" if OWN.match(text) and not START.search(before) else text


def fill(template: str, facts: Mapping[str, Fact]) -> str:
    """Insert the facts into a template. Raises KeyError if a fact is missing."""

    def set_in(field: re.Match[str]) -> str:
        fact, one, many = facts[field[1]], field[2], field[3]
        if one is None:
            return placed(fact, template[: field.start()])
        return str(one if fact in (1, -1) else many)

    return FIELD.sub(set_in, template)


def fields(template: str) -> frozenset[str]:
    """Return the names of the facts that a template needs."""
    return frozenset(field[1] for field in FIELD.finditer(template))


class SeatName(Struct, tag="seat"):
    """A fact: the name of the player in a seat."""

    seat: Seat


class Piece(Struct, tag="piece"):
    """A fact: a piece of the game, such as a place on the board. `name` is its name in a terminal.
    A screen may use other names for pieces of this `kind`.
    """

    kind: str
    name: str


class Listed(Struct, tag="list"):
    """A fact: a list, joined as the reader's language requires, such as "A, B and C"."""

    items: tuple["TellingFact", ...]


class Telling(Struct, tag="telling"):
    """A sentence, or part of one, before translation: a template and its facts by name."""

    text: str
    facts: dict[str, "TellingFact"]


TellingFact: TypeAlias = Fact | SeatName | Piece | Listed | Telling


def telling(text: str, **facts: TellingFact) -> Telling:
    """Return a Telling with a template and its facts."""
    return Telling(text, facts)


def listed(items: Iterable[TellingFact]) -> Listed:
    """Return a fact that lists several facts, as in "A, B and C"."""
    return Listed(tuple(items))


def seat_names(seats: Iterable[Seat]) -> Listed:
    """Return a fact that lists the names of seats."""
    return listed(map(SeatName, seats))
