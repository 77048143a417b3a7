"""A guided first game: a scripted table where readers learn each idea by doing it once."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from chabudai.core.lazy import LazyMapping
from chabudai.core.struct import Struct
from chabudai.core.telling import Seat

Move: TypeAlias = tuple[Seat, Any]
"""A seat, which may be CHANCE, and the action that it takes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Lesson:
    """One idea. `text`, in English, explains it and says what to do. `point` lists the screen
    elements that it mentions (by `data-testid`), the most important first.

    The reader continues with the action `do`, entered as `typed` in a terminal. The other seats
    then make the moves in `then`. The last lesson has neither `do` nor `then`. If `text` mentions
    tapping, keys or the screen, `terminal` replaces it in a terminal.
    """

    text: str
    terminal: str = ""
    point: tuple[str, ...] = ()
    typed: str = ""
    do: Any = None
    then: tuple[Move, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Guide:
    """A script: the table, the moves before the reader's first move, and the lessons. `title`
    distinguishes the guides of a game that has several. Lessons call other seats by the bots' usual
    names, in the order of the seats. `japanese` maps the English title and texts to Japanese ones.
    """

    title: str
    seats: int
    options: Struct
    seat: Seat = 0
    before: tuple[Move, ...]
    lessons: tuple[Lesson, ...]
    japanese: Mapping[str, str]

    def translations(self, text: str) -> dict[str, str]:
        """Return the translations of a string in this guide, by language."""
        return {"en": text, "ja": self.japanese[text]}

    def moves(self) -> Iterator[Move]:
        """Yield all moves of the guide in order."""
        yield from self.before
        for lesson in self.lessons:
            if lesson.do is not None:
                yield self.seat, lesson.do
                yield from lesson.then


class Guides(LazyMapping[Guide]):
    """A game's guides by name."""

    KIND = "guide"
