"""Worker processes: a request on one line of JSON in, the answer on one line of JSON out."""

import sys
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING, TypeVar

import msgspec

from chabudai.core import Struct

if TYPE_CHECKING:
    from asyncio.subprocess import Process

T = TypeVar("T", bound=Struct)
LONGEST_LINE = 64 * 1024 * 1024
"""The most bytes that an answer may have."""


# --- in the server ----------------------------------------------------------------------------


async def start_worker(module: str) -> "Process":
    """Start a process that runs a module."""
    # A worker imports this module too, and has no use for asyncio.
    from asyncio import create_subprocess_exec
    from subprocess import DEVNULL, PIPE

    return await create_subprocess_exec(
        sys.executable,
        "-m",
        module,
        stdin=PIPE,
        stdout=PIPE,
        stderr=DEVNULL,
        limit=LONGEST_LINE,
        start_new_session=True,  # an interrupt at the terminal is for the server
    )


async def exchange(worker: "Process", request: Struct) -> bytes:
    """A worker's answer to a request, without the line break. Any `msgspec.Raw` in the request must
    be without line breaks. Raises OSError if the worker dies.
    """
    if worker.stdin is None or worker.stdout is None:
        raise BrokenPipeError
    worker.stdin.write(msgspec.json.encode(request) + b"\n")
    await worker.stdin.drain()
    line = await worker.stdout.readline()
    if not line.endswith(b"\n"):
        raise BrokenPipeError
    return line.rstrip()


async def end_worker(worker: "Process") -> None:
    """End a worker, if it is still running, and wait until it is gone."""
    with suppress(ProcessLookupError):
        worker.kill()
    await worker.communicate()


# --- in the worker ----------------------------------------------------------------------------


def serve_requests(shape: type[T], answer: Callable[[T], bytes]) -> None:
    """Answer the requests on standard input, each of the type `shape`, until it is closed."""
    for line in sys.stdin.buffer:
        sys.stdout.buffer.write(answer(msgspec.json.decode(line, type=shape)) + b"\n")
        sys.stdout.buffer.flush()
