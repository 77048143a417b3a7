"""The protocol of worker processes: each request and each answer is one line of JSON."""

import sys
from collections.abc import Callable
from typing import TypeVar

import msgspec

from chabudai.core import Struct

T = TypeVar("T", bound=Struct)


def serve_requests(shape: type[T], answer: Callable[[T], bytes]) -> None:
    """Answer requests of type `shape` from standard input until EOF."""
    for line in sys.stdin.buffer:
        sys.stdout.buffer.write(answer(msgspec.json.decode(line, type=shape)) + b"\n")
        sys.stdout.buffer.flush()
