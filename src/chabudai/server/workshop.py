"""Work that takes seconds: each piece in a process of its own, ended when its time is up."""

import asyncio
import sys
from asyncio.subprocess import PIPE
from subprocess import DEVNULL

import msgspec
from msgspec import Raw

from chabudai.server.bench import Done, Order
from chabudai.server.table import No

LONGEST_S = 60.0
"""How long a piece of work may take, in seconds, on a machine that has much else to do."""


class Workshop:
    """A few benches. Who comes when all are taken waits for a turn."""

    def __init__(self, benches: int) -> None:
        self._free = asyncio.Semaphore(benches)

    async def do(self, order: Order) -> Raw:
        """What a piece of work comes to. Raises No: it takes too long, or cannot be done."""
        async with self._free:
            process = await asyncio.create_subprocess_exec(
                sys.executable,
                "-m",
                "chabudai.server.bench",
                stdin=PIPE,
                stdout=PIPE,
                stderr=DEVNULL,
                start_new_session=True,  # an interrupt at the terminal is for the server
            )
            try:
                line = msgspec.json.encode(order) + b"\n"
                said, _ = await asyncio.wait_for(process.communicate(line), LONGEST_S)
            except TimeoutError:
                raise No("busy", "That takes too long to work out.") from None
            finally:
                if process.returncode is None:
                    process.kill()
                    await process.wait()
        if process.returncode != 0:
            raise No("busy", "That could not be worked out.")
        done = msgspec.json.decode(said, type=Done)
        if done.wrong is not None:
            raise No("malformed", "The body cannot be read: {why}.", why=done.wrong[:200])
        return done.made
