"""A review in sentences, for the end of a game in the page and the terminal."""

from collections.abc import Callable
from typing import Any, TypeVar, cast

from chabudai.core.game import AnyGame, Job
from chabudai.core.struct import Struct
from chabudai.core.telling import Seat, Telling
from chabudai.core.transcript import Recorded, Transcript, replayed

L = TypeVar("L", bound=Struct)


class Part(Struct):
    """A part of a seat's result, such as luck, and what it was `worth`, in thousandths of the
    game's unit.
    """

    name: Telling
    worth: int


class Moment(Struct):
    """A decision that cost something: a question, and the sentences that answer it."""

    question: Telling
    answer: tuple[Telling, ...]


class SeatReport(Struct):
    """An explanation of a seat's result, or of all seats' together if `seat` is None: in `lines`,
    by `parts`, and by up to three `moments`, the costliest first. `notes` are about anything else.
    """

    seat: Seat | None
    lines: tuple[Telling, ...]
    parts: tuple[Part, ...] = ()
    moments: tuple[Moment, ...] = ()
    notes: tuple[Telling, ...] = ()


class Report(Struct):
    """A review in sentences: reports by seat, or one for all who play together; the meaning of the
    parts; and the turns in order, if the game describes them.
    """

    seats: tuple[SeatReport, ...]
    meaning: tuple[Telling, ...] = ()
    turns: tuple[tuple[Telling, ...], ...] = ()


def report_job(
    look_back: Callable[[AnyGame, Recorded], L], tell: Callable[[L, Any], Report]
) -> Job:
    """Return a job that reviews a finished game and reports the findings. `tell` also gets the
    public view of the final state.
    """

    def run(game: AnyGame, played: Recorded) -> Report:
        return tell(look_back(game, played), game.view(played.states[-1], None))

    return review_job(run)


def review_job(run: Callable[[AnyGame, Recorded], Struct]) -> Job:
    """Return a job that reviews a finished game, which is replayed once."""
    return Job(takes=Transcript, prepare=replayed, run=run)


def report_on(game: AnyGame, played: Recorded) -> Report:
    """Return the report of a finished game. Raises KeyError if the game has no report."""
    return cast("Report", game.extras.jobs["report"].run(game, played))
