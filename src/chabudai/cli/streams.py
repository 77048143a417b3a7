"""The standard streams of a command."""

import io
import os
import sys
from pathlib import Path
from typing import TypeGuard


def open_closed_streams() -> None:
    """Open /dev/null for each standard stream that was closed when the process started.

    They are opened in order, so each gets its usual file descriptor, which child processes inherit.
    Otherwise a database or a socket would get that descriptor, and libuv aborts when it closes a
    descriptor below 3.
    """
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            stream = Path(os.devnull).open(mode, errors="replace")  # noqa: SIM115 - open until exit
            os.set_inheritable(stream.fileno(), True)
            setattr(sys, name, stream)


def is_wrapper(stream: object) -> TypeGuard[io.TextIOWrapper]:
    """Whether a stream encodes text, so that it can be reconfigured."""
    return isinstance(stream, io.TextIOWrapper)


def replace_undecodable() -> None:
    """Make stdin replace undecodable characters."""
    if is_wrapper(sys.stdin):
        sys.stdin.reconfigure(errors="replace")
