"""Signs of life during a job. The client's own pings wait behind the command that started it."""

import asyncio
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager

import msgspec

from chabudai.server import wire

PONG_S = 2.0
"""Seconds between pongs. Pages doubt a connection after five seconds of silence."""
PONG = msgspec.json.encode(wire.Pong())


@asynccontextmanager
async def pongs_sent(send: Callable[[bytes], object]) -> AsyncGenerator[None]:
    """Send a pong every PONG_S until the block ends."""
    sending = asyncio.create_task(send_pongs(send))
    try:
        yield
    finally:
        sending.cancel()


async def send_pongs(send: Callable[[bytes], object]) -> None:
    """Send a pong every PONG_S."""
    while True:
        await asyncio.sleep(PONG_S)
        send(PONG)
