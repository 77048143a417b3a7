"""Helpers that end the processes of a benchmark when the benchmark is stopped."""

import ctypes
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from types import FrameType
from typing import TypeVar

Process = TypeVar("Process", subprocess.Popen[bytes], subprocess.Popen[str])
SIGNALS = (signal.SIGINT, signal.SIGTERM)
PR_SET_PDEATHSIG = 1
"""Option of `prctl` on Linux, from `sys/prctl.h`."""
HERE = os.getpid()
PATIENCE_S = 20.0
"""Seconds that a server may take to end by itself."""


def end_when_stopped() -> None:
    """Raise SystemExit on Ctrl-C and SIGTERM, so that context managers end the started processes.
    Later signals are ignored, so that they cannot interrupt the cleanup. Without this handler, a
    shell's background job would ignore Ctrl-C.
    """
    for each in SIGNALS:
        signal.signal(each, stop)


def stop(number: int, _: FrameType | None) -> None:
    """Exit with the exit code that shells use for a signal."""
    for each in SIGNALS:
        signal.signal(each, signal.SIG_IGN)
    raise SystemExit(128 + number)


def end(
    process: subprocess.Popen[bytes] | subprocess.Popen[str], patience: float = PATIENCE_S
) -> None:
    """Terminate a process, and kill it if it does not end within `patience` seconds."""
    process.terminate()
    try:
        process.wait(patience)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


def end_with_parent() -> None:
    """Send this process SIGTERM when its parent ends, even by SIGKILL.

    Use it as `preexec_fn`. It works only on Linux; elsewhere the process keeps running.
    """
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGTERM)
        if os.getppid() != HERE:
            os._exit(1)  # too late: its parent has already ended


def start(
    command: Sequence[str], env: Mapping[str, str] | None = None, stdout: int | None = None
) -> subprocess.Popen[bytes]:
    """Start a server or a similar process that does not outlive this one. Its standard error is
    discarded.
    """
    return subprocess.Popen(
        command,
        env=env,
        stdout=stdout,
        stderr=subprocess.DEVNULL,
        preexec_fn=end_with_parent,  # noqa: PLW1509 - benchmarks start no process while threads run
    )


@contextmanager
def running(
    start: Callable[[], Process], ending: Callable[[Process], None] = end
) -> Generator[Process]:
    """Start a process with `start`, run the block, and end the process with `ending`. A signal
    during the start is delayed until the process can be ended, because an interrupted Popen would
    lose track of it.
    """
    came: list[int] = []

    def wait(number: int, _: FrameType | None) -> None:
        came.append(number)

    handlers = {each: signal.signal(each, wait) for each in SIGNALS}
    with ExitStack() as stack:
        try:
            process = stack.enter_context(start())
            stack.callback(ending, process)
        finally:
            for each, handler in handlers.items():
                signal.signal(each, handler)
            if came:
                signal.raise_signal(came[0])
        yield process
