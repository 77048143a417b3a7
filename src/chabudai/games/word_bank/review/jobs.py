"""Word Bank: the review as a job."""

from chabudai.core import AnyGame, Job
from chabudai.core.transcript import Transcript
from chabudai.games.word_bank.review.hindsight import Looked, look_back
from chabudai.games.word_bank.review.telling import tell_looked


def review(game: AnyGame, played: Transcript) -> Looked:
    """Review a finished game."""
    return look_back(game, played)


JOBS = {"review": Job(takes=Transcript, run=review, tell=tell_looked)}
