"""A benchmark that is stopped ends what it has started."""

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
"""From Linux's `sys/prctl.h`."""
HERE = os.getpid()
PATIENCE_S = 20.0
"""How long a server may take to end by itself."""


def end_when_stopped() -> None:
    """Have Ctrl-C and SIGTERM raise SystemExit, which ends what was started on its way out; later
    ones are ignored, so that nothing interrupts that. A shell's background jobs ignore Ctrl-C else.
    """
    for each in SIGNALS:
        signal.signal(each, stop)


def stop(number: int, _: FrameType | None) -> None:
    """End with the exit code that shells give for a signal."""
    for each in SIGNALS:
        signal.signal(each, signal.SIG_IGN)
    raise SystemExit(128 + number)


def end(
    process: subprocess.Popen[bytes] | subprocess.Popen[str], patience: float = PATIENCE_S
) -> None:
    """Ask a process to end, and end it if it does not in so many seconds."""
    process.terminate()
    try:
        process.wait(patience)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


def end_with_parent() -> None:
    """For `preexec_fn`: have this process, which is being started, be sent SIGTERM when the one
    that starts it ends, even by SIGKILL. On Linux only; elsewhere it then stays.
    """
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGTERM)
        if os.getppid() != HERE:
            os._exit(1)  # too late: nobody waits for it any more


def start(
    command: Sequence[str], env: Mapping[str, str] | None = None, stdout: int | None = None
) -> subprocess.Popen[bytes]:
    """Start a server or the like, which does not outlive this process. Its errors are not shown."""
    return subprocess.Popen(
        command,
        env=env,
        stdout=stdout,
        stderr=subprocess.DEVNULL,
        preexec_fn=end_with_parent,  # noqa: PLW1509 - benchmarks start nothing beside threads
    )


@contextmanager
def running(
    start: Callable[[], Process], ending: Callable[[Process], None] = end
) -> Generator[Process]:
    """What `start` starts, until `ending` ends it. A stop that comes while it is being started
    waits until it can be ended: Popen would forget a process in whose start it is interrupted.
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
