"""Word Porters: the review of a round as a job."""

from chabudai.core import AnyGame, Job, Seat, Struct
from chabudai.games.word_porters.questions import Review, Reviewed
from chabudai.games.word_porters.review import answer
from chabudai.games.word_porters.view import View


class Asking(Struct):
    """A question about a round, and what the seat that asks may know."""

    view: View
    seat: Seat
    question: Review


def ask(game: AnyGame, asking: Asking) -> Reviewed:
    """The answer to the question; everybody gets the same."""
    return answer(asking.view, asking.question)


JOBS = {"ask": Job(takes=Asking, run=ask)}
