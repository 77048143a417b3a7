"""A guided first game: a script for a real table, on which each idea is met by doing it once."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from chabudai.core.lazy import LazyMapping
from chabudai.core.struct import Struct
from chabudai.core.telling import Seat

Move: TypeAlias = tuple[Seat, Any]
"""The seat that moves, CHANCE included, and the action."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Lesson:
    """One idea. `text` says it and what to do, in English; `point` are the names (`data-testid`) of
    what on the screen it speaks of, the most important first.

    The reader goes on by the action `do`, which is `typed` in a terminal, and the others by `then`.
    The last lesson has neither. `terminal` says the same to who types, where `text` speaks of what
    is tapped, pressed or seen on a screen.
    """

    text: str
    terminal: str = ""
    point: tuple[str, ...] = ()
    typed: str = ""
    do: Any = None
    then: tuple[Move, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Guide:
    """A script: the table, the moves before the reader's first, and the lessons.

    `title` is what the guide is called where a game has several. `names` are those of the seats,
    where lessons call people by them. `japanese` has the title and the
    lessons' texts by the English ones.
    """

    title: str
    seats: int
    options: Struct
    seat: Seat = 0
    names: tuple[str, ...] = ()
    before: tuple[Move, ...]
    lessons: tuple[Lesson, ...]
    japanese: Mapping[str, str]

    def translations(self, text: str) -> dict[str, str]:
        """A text of this guide by language."""
        return {"en": text, "ja": self.japanese[text]}

    def moves(self) -> Iterator[Move]:
        """All moves in order."""
        yield from self.before
        for lesson in self.lessons:
            if lesson.do is not None:
                yield self.seat, lesson.do
                yield from lesson.then


class Guides(LazyMapping[Guide]):
    """The guides of a game by name."""

    KIND = "guide"
