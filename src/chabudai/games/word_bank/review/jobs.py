"""Word Bank: jobs for the review of a game, for its report, and for retrying a turn."""

from chabudai.core.report import report_job, review_job
from chabudai.core.retry import retry_job
from chabudai.games.word_bank.review.hindsight import look_back
from chabudai.games.word_bank.review.retry import judge
from chabudai.games.word_bank.review.telling import tell_looked

JOBS = {
    "review": review_job(look_back),
    "report": report_job(look_back, tell_looked),
    "retry": retry_job(judge),
}
