"""The process of one job: a request comes in, its result goes out. `pool` starts it."""

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
"""How much processor time a job may take, in seconds."""

OF_EVERY_GAME: Mapping[str, Job] = {
    "steps": STEPS,
    "picture": PICTURE,
    "beginning": REPLAY_PREFIX,
    "advice": ADVICE,
    "daily": DAILY,
    "reason": REASON,
}
"""The jobs that every game has; "picture", "advice", "daily" and "reason" only one that is drawn,
advises, has deals, or whose bots say why.
"""


class JobRequest(Struct):
    """The name of a game, the name of one of its jobs, and the document the job works on."""

    game: str
    job: str
    document: msgspec.Raw


class JobResult(Struct):
    """The result of a job as JSON, or why its document cannot be read, as part of a sentence."""

    result: msgspec.Raw = msgspec.Raw(b"null")
    unreadable: str | None = None


def run(request: JobRequest) -> bytes:
    """Run a job. Returns its JobResult as JSON."""
    game = GAMES[request.game]
    job = OF_EVERY_GAME.get(request.job) or game.extras.jobs[request.job]
    try:
        document = msgspec.json.decode(request.document, type=job.takes)
    except UNREADABLE as error:
        return msgspec.json.encode(JobResult(unreadable=str(error)))
    result = msgspec.Raw(msgspec.json.encode(job.run(game, job.prepare(game, document))))
    return msgspec.json.encode(JobResult(result))


def limit_process(seconds: int) -> None:
    """Lower this process's priority, and end it after so many seconds of processor time."""
    import resource  # POSIX only, and imported in this process only

    os.nice(10)  # moves come first, those of bots too
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))


def main() -> None:
    """Answer requests; there is one, and the process is ended after it."""
    limit_process(PROCESSOR_S)
    serve_requests(JobRequest, run)


if __name__ == "__main__":
    main()
