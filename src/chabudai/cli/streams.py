"""The standard streams of a command."""

import io
import os
import sys
from pathlib import Path


def open_closed_streams() -> None:
    """Open /dev/null for each standard stream that was closed when the process started.

    Opened in this order, each gets its own number and is inherited by child processes. Otherwise
    a database or a socket would get the number: libuv aborts when it closes one below 3.
    """
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            stream = Path(os.devnull).open(mode, errors="replace")  # noqa: SIM115 - open until the end
            os.set_inheritable(stream.fileno(), True)
            setattr(sys, name, stream)


def replace_undecodable() -> None:
    """Let stdin and stdout replace what cannot be decoded or encoded with question marks."""
    for end in (sys.stdin, sys.stdout):
        if isinstance(end, io.TextIOWrapper):
            end.reconfigure(errors="replace")
