"""A process that runs one job: it reads a request and writes the result. `pool` starts it."""

import os
from collections.abc import Mapping

import msgspec

from chabudai.core import Job, Struct
from chabudai.core.advising import ADVICE
from chabudai.core.deal import DAILY
from chabudai.core.drawing.jobs import PICTURE
from chabudai.core.replay_prefix import REPLAY_PREFIX
from chabudai.core.steps import STEPS
from chabudai.core.transcript import UNREADABLE
from chabudai.core.why import REASON
from chabudai.games import GAMES
from chabudai.server.workers.process import serve_requests

PROCESSOR_S = 12
"""Maximum CPU time of a job in seconds."""

OF_EVERY_GAME: Mapping[str, Job] = {
    "steps": STEPS,
    "picture": PICTURE,
    "beginning": REPLAY_PREFIX,
    "advice": ADVICE,
    "daily": DAILY,
    "reason": REASON,
}
"""Jobs available for every game, except that "picture", "advice", "daily" and "reason" need a game
that has pictures, advice, daily deals or reasons.
"""


class JobRequest(Struct):
    """A request to run a job: the game's name, the job's name, and the job's input."""

    game: str
    job: str
    document: msgspec.Raw


class JobResult(Struct):
    """A job's result as JSON, or the reason why its input is invalid, as part of a sentence."""

    result: msgspec.Raw = msgspec.Raw(b"null")
    unreadable: str | None = None


def run(request: JobRequest) -> bytes:
    """Run a job, and return its JobResult as JSON."""
    game = GAMES[request.game]
    job = OF_EVERY_GAME.get(request.job) or game.extras.jobs[request.job]
    try:
        document = msgspec.json.decode(request.document, type=job.takes)
    except UNREADABLE as error:
        return msgspec.json.encode(JobResult(unreadable=str(error)))
    result = msgspec.Raw(msgspec.json.encode(job.run(game, job.prepare(game, document))))
    return msgspec.json.encode(JobResult(result))


def limit_process(seconds: int) -> None:
    """Lower this process's priority, and limit its CPU time to `seconds`."""
    import resource  # POSIX only, and needed in this process only

    os.nice(10)  # moves have priority, including those of bots
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))


def main() -> None:
    """Answer the only request. The server then ends the process."""
    limit_process(PROCESSOR_S)
    serve_requests(JobRequest, run)


if __name__ == "__main__":
    main()
