"""The process of one job: it reads a request from standard input and writes the result.

Started by `job_pool`; it holds no table, no socket and no database.
"""

import os
from collections.abc import Mapping
from importlib import import_module
from importlib.util import find_spec

import msgspec

from chabudai.core import Struct, Work
from chabudai.core.transcript import UNREADABLE
from chabudai.games import GAMES
from chabudai.server.worker_process import serve_requests

PROCESSOR_S = 12
"""How much processor time a job may take, in seconds."""


class JobRequest(Struct):
    """The name of a game, the name of one of its jobs, and the document the job works on."""

    game: str
    job: str
    document: msgspec.Raw


class JobResult(Struct):
    """The result of a job as JSON, or why its document cannot be read, as part of a sentence."""

    result: msgspec.Raw = msgspec.Raw(b"null")
    unreadable: str | None = None


def module_of(game: str) -> str:
    """The module in which the jobs of a game are, if it has any."""
    return f"chabudai.games.{game.replace('-', '_')}.review.jobs"


def jobs_of(game: str) -> Mapping[str, Work]:
    """The jobs of a game by their names, such as "studio"."""
    jobs: Mapping[str, Work] = import_module(module_of(game)).WORKS
    return jobs


def has_jobs(game: str) -> bool:
    """Whether a game has jobs. Does not import them."""
    module = module_of(game)
    room = module.removesuffix(".jobs")
    return game in GAMES and all(find_spec(name) is not None for name in (room, module))


def run(request: JobRequest) -> bytes:
    """Run a job. Returns its JobResult as JSON."""
    job = jobs_of(request.game)[request.job]
    try:
        document = msgspec.json.decode(request.document, type=job.takes)
    except UNREADABLE as error:
        return msgspec.json.encode(JobResult(unreadable=str(error)))
    result = msgspec.Raw(msgspec.json.encode(job.do(document)))
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
