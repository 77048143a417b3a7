"""Quiddler: jobs for the review of a game, and its report."""

from chabudai.core.report import report_job, review_job
from chabudai.core.retry import retry_job
from chabudai.games.quiddler.review.hindsight import look_back
from chabudai.games.quiddler.review.retry import retry
from chabudai.games.quiddler.review.telling import tell_looked

JOBS = {
    "review": review_job(look_back),
    "report": report_job(look_back, tell_looked),
    "retry": retry_job(retry),
}
