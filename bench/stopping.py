"""A benchmark that is stopped ends what it has started."""

import signal
import subprocess
from collections.abc import Callable, Generator
from contextlib import ExitStack, contextmanager
from types import FrameType
from typing import TypeVar

Process = TypeVar("Process", subprocess.Popen[bytes], subprocess.Popen[str])
SIGNALS = (signal.SIGINT, signal.SIGTERM)
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
