"""Word Porters: jobs that review a round or a game, and the report on a game."""

from chabudai.core import AnyGame, Job, Seat, Struct
from chabudai.core.report import report_job, review_job
from chabudai.core.retry import retry_job
from chabudai.games.word_porters.questions import Review, Reviewed
from chabudai.games.word_porters.review import answer
from chabudai.games.word_porters.review.hindsight import look_back
from chabudai.games.word_porters.review.retry import retry
from chabudai.games.word_porters.review.telling import tell_looked
from chabudai.games.word_porters.view import View


class Asking(Struct):
    """A question about a round, with the view of the asking seat."""

    view: View
    seat: Seat
    question: Review


def ask(game: AnyGame, asking: Asking) -> Reviewed:
    """Answer the question. The answer is the same for every seat."""
    return answer(asking.view, asking.question)


JOBS = {
    "ask": Job(takes=Asking, run=ask),
    "review": review_job(look_back),
    "report": report_job(look_back, tell_looked),
    "retry": retry_job(retry),
}
