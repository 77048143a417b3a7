"""Jobs that may take seconds, each in a process of its own that is ended when its time is up."""

import asyncio

import msgspec
from msgspec import Raw

from chabudai.server.job_worker import JobRequest, JobResult
from chabudai.server.refusal import Refused
from chabudai.server.turns import Turns
from chabudai.server.worker_process import end_worker, exchange, start_worker

TIMEOUT_S = 60.0
"""How long a job may take, in seconds, on a busy machine; see also `job_worker.PROCESSOR_S`."""


class JobPool:
    """Runs at most `workers` jobs at a time; others wait for their turn.

    Where there are several workers, one is always kept from the address that has all the others.
    """

    def __init__(self, workers: int) -> None:
        self._turns = Turns(workers, max(1, workers - 1))

    async def run(self, request: JobRequest, address: str, table: str = "") -> Raw:
        """The result of a job for somebody at an address and, if it is for a seat, at a table, as
        JSON.

        Raises Refused if it takes too long or fails, or its document cannot be read.
        """
        async with self._turns.turn(address, table):
            worker = await start_worker("chabudai.server.job_worker")
            try:
                async with asyncio.timeout(TIMEOUT_S):
                    line = await exchange(worker, request)
            except TimeoutError:
                raise Refused("busy", "That takes too long to work out.") from None
            except OSError:
                raise Refused("busy", "That could not be worked out.") from None
            finally:
                await end_worker(worker)
        answer = msgspec.json.decode(line, type=JobResult)
        if answer.unreadable is not None:
            why = answer.unreadable[:200]
            raise Refused("malformed", "The body cannot be read: {why}.", why=why)
        return answer.result
