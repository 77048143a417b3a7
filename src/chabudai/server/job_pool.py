"""Jobs that may take seconds, each in a process of its own that is ended when its time is up."""

import asyncio
import sys
from asyncio.subprocess import PIPE
from subprocess import DEVNULL

import msgspec
from msgspec import Raw

from chabudai.server.job_worker import JobRequest, JobResult
from chabudai.server.table import Refused

TIMEOUT_S = 60.0
"""How long a job may take, in seconds, on a busy machine; see also `job_worker.PROCESSOR_S`."""


class JobPool:
    """Runs at most `workers` jobs at a time; others wait for their turn."""

    def __init__(self, workers: int) -> None:
        self._free = asyncio.Semaphore(workers)

    async def run(self, request: JobRequest) -> Raw:
        """The result of a job, as JSON.

        Raises Refused if it takes too long or fails, or its document cannot be read.
        """
        async with self._free:
            process = await asyncio.create_subprocess_exec(
                sys.executable,
                "-m",
                "chabudai.server.job_worker",
                stdin=PIPE,
                stdout=PIPE,
                stderr=DEVNULL,
                start_new_session=True,  # an interrupt at the terminal is for the server
            )
            try:
                line = msgspec.json.encode(request) + b"\n"
                output, _ = await asyncio.wait_for(process.communicate(line), TIMEOUT_S)
            except TimeoutError:
                raise Refused("busy", "That takes too long to work out.") from None
            finally:
                if process.returncode is None:
                    process.kill()
                    await process.wait()
        if process.returncode != 0:
            raise Refused("busy", "That could not be worked out.")
        answer = msgspec.json.decode(output, type=JobResult)
        if answer.unreadable is not None:
            why = answer.unreadable[:200]
            raise Refused("malformed", "The body cannot be read: {why}.", why=why)
        return answer.result
