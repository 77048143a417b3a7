"""Quiddler: the review of a game as a job."""

from chabudai.core import Job
from chabudai.core.transcript import Transcript
from chabudai.games.quiddler.review.hindsight import look_back
from chabudai.games.quiddler.review.telling import tell_looked

JOBS = {"review": Job(takes=Transcript, run=look_back, tell=tell_looked)}
