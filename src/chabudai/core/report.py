"""A review in sentences, for the end of a game in the page and in the terminal."""

from collections.abc import Callable
from typing import Any, TypeVar, cast

from chabudai.core.game import AnyGame, Job
from chabudai.core.struct import Struct
from chabudai.core.telling import Seat, Telling
from chabudai.core.transcript import Recorded, Transcript, replayed

L = TypeVar("L", bound=Struct)


class Part(Struct):
    """A part of a seat's result, such as luck, and what it was `worth`, in thousandths of what the
    game counts.
    """

    name: Telling
    worth: int


class Moment(Struct):
    """A decision that cost something: a question, and the sentences that answer it."""

    question: Telling
    answer: tuple[Telling, ...]


class SeatReport(Struct):
    """How the result of a seat came about, or of all together if it is None: in `lines`, by its
    `parts`, by up to three `moments`, the costliest first; `notes` are on anything else.
    """

    seat: Seat | None
    lines: tuple[Telling, ...]
    parts: tuple[Part, ...] = ()
    moments: tuple[Moment, ...] = ()
    notes: tuple[Telling, ...] = ()


class Report(Struct):
    """A review in sentences: by seat, or one for all who play together; what the parts mean; and
    every turn in its order, where a game tells them.
    """

    seats: tuple[SeatReport, ...]
    meaning: tuple[Telling, ...] = ()
    turns: tuple[tuple[Telling, ...], ...] = ()


def report_job(
    look_back: Callable[[AnyGame, Recorded], L], tell: Callable[[L, Any], Report]
) -> Job:
    """The job that looks back on a finished game and tells what was found. `tell` also gets the
    view that everybody has of its end.
    """

    def run(game: AnyGame, played: Recorded) -> Report:
        return tell(look_back(game, played), game.view(played.states[-1], None))

    return review_job(run)


def review_job(run: Callable[[AnyGame, Recorded], Struct]) -> Job:
    """The job that looks back on a finished game, which is replayed once."""
    return Job(takes=Transcript, prepare=replayed, run=run)


def report_on(game: AnyGame, played: Recorded) -> Report:
    """The report of a finished game. Raises KeyError if there is none of this game."""
    return cast("Report", game.extras.jobs["report"].run(game, played))
