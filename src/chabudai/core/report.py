"""A game's review in sentences, shown on the page and in the terminal when the game is over."""

from collections.abc import Callable
from typing import Any, TypeVar, cast

from chabudai.core.game import AnyGame, Job
from chabudai.core.struct import Struct
from chabudai.core.telling import Seat, SeatName, Telling, telling
from chabudai.core.transcript import Recorded, Transcript, replayed

L = TypeVar("L", bound=Struct)


class Part(Struct):
    """A component of a seat's result, such as luck, and its `worth` in thousandths of the game's
    unit.
    """

    name: Telling
    worth: int


class Moment(Struct):
    """A costly decision of `seat`: a question about it, and the sentences that answer the question.

    `at` is the number of moves before it, including CHANCE's moves. `did` describes the decision,
    and `gain` what a better one would have gained.
    """

    at: int
    seat: Seat
    question: Telling
    answer: tuple[Telling, ...]
    did: Telling
    gain: Telling


class SeatReport(Struct):
    """An explanation of one seat's result, or of the joint result if `seat` is None. It has
    `lines`, `parts`, and up to three `moments` of each seat, the costliest first. `notes` contains
    other remarks.
    """

    seat: Seat | None
    lines: tuple[Telling, ...]
    parts: tuple[Part, ...] = ()
    moments: tuple[Moment, ...] = ()
    notes: tuple[Telling, ...] = ()


class Report(Struct):
    """A review in sentences. `seats` has a report for each seat, or a joint one if they play
    together. `meaning` explains the parts, and `turns`, which may be empty, describes the turns in
    order.
    """

    seats: tuple[SeatReport, ...]
    meaning: tuple[Telling, ...] = ()
    turns: tuple[tuple[Telling, ...], ...] = ()


def report_job(
    look_back: Callable[[AnyGame, Recorded], L], tell: Callable[[L, Any], Report]
) -> Job:
    """Return a job that reviews a finished game and reports the findings. `tell` also receives the
    public view of the final state.
    """

    def run(game: AnyGame, played: Recorded) -> Report:
        return tell(look_back(game, played), game.view(played.states[-1], None))

    return review_job(run)


def review_job(run: Callable[[AnyGame, Recorded], Struct]) -> Job:
    """Return a job that replays a finished game once and reviews it."""
    return Job(takes=Transcript, prepare=replayed, run=run)


def tenths(worth: int) -> int:
    """Round thousandths of a unit to tenths, as in a report."""
    return (abs(worth) + 50) // 100 * (100 if worth >= 0 else -100)


def parts_of(margin: int, *parts: Part) -> tuple[Part, ...]:
    """Round the parts of a margin so that their sum equals the margin that `tell_margin` reports.
    The last part, which is luck, absorbs the rounding errors.
    """
    *others, last = (Part(part.name, tenths(part.worth)) for part in parts)
    rest = tenths(margin) - sum(part.worth for part in others)
    return (*others, Part(last.name, rest))


def tell_margin(seat: Seat, margin: int, unit: str) -> Telling:
    """Compare a seat's result with the others' average. `margin` is in thousandths of the game's
    unit, and `unit` is a template for a number of units.
    """
    n = f"{abs(tenths(margin)) / 1000:.1f}"
    worth = Telling(unit, {"n": n})
    if n == "0.0":
        return telling("{seat} ended level with the others’ average.", seat=SeatName(seat))
    if margin > 0:
        text = "{seat} ended {worth} better than the others’ average."
    else:
        text = "{seat} ended {worth} worse than the others’ average."
    return telling(text, seat=SeatName(seat), worth=worth)


def report_on(game: AnyGame, played: Recorded) -> Report:
    """Return the report of a finished game. Raises KeyError if the game has no report."""
    return cast("Report", game.extras.jobs["report"].run(game, played))
