"""A benchmark that is stopped ends what it has started."""

import signal
import subprocess
from types import FrameType

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
