"""Worker processes: a request on one line of JSON in, the answer on one line of JSON out."""

import sys
from collections.abc import Callable
from typing import TypeVar

import msgspec

from chabudai.core import Struct

T = TypeVar("T", bound=Struct)


def serve_requests(shape: type[T], answer: Callable[[T], bytes]) -> None:
    """Answer the requests on standard input, each of the type `shape`, until it is closed."""
    for line in sys.stdin.buffer:
        sys.stdout.buffer.write(answer(msgspec.json.decode(line, type=shape)) + b"\n")
        sys.stdout.buffer.flush()
