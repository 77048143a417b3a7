"""Settings of all tests."""

import fcntl
import gc
import os
import signal
from collections.abc import Generator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from tools.kernels import compiler

# The games in tests/games are no part of the package, and are found as somebody else's would be: by
# this process, and by those that tests start. It is said before `chabudai.games` is imported, and
# once, also in a process that was started by one where it is said.
ROOMS = ("tests.games", *os.environ.get("CHABUDAI_GAMES", "").split())
os.environ["CHABUDAI_GAMES"] = " ".join(dict.fromkeys(ROOMS))
paths = (str(Path(__file__).parent), *os.environ.get("PYTHONPATH", "").split(os.pathsep))
os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, paths))

# A shell that starts its jobs in the background lets them ignore Ctrl-C, and they hand that down to
# the processes that tests start and then interrupt.
signal.signal(signal.SIGINT, signal.default_int_handler)

# No test depends on how fast the machine is; one that hangs is ended by pytest's own timeout.
# Hypothesis draws the same examples in every run, unless CHABUDAI_SEED is set.
settings.register_profile(
    "chabudai",
    deadline=None,
    derandomize="CHABUDAI_SEED" not in os.environ,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("chabudai")

pytest_plugins = ("tests.browser.fixtures",)

ROOT = Path(__file__).parent


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Gather tests in one process at a time, without Python's collector of garbage.

    In a fresh clone all tests are compiled, assertions spelled out: the first process does so, and
    the others read what it has written. Of that much nothing becomes garbage but trees of syntax.
    """
    lock = ROOT / ".cache" / "gathering.lock"
    lock.parent.mkdir(exist_ok=True)
    with lock.open("w") as gathering:
        fcntl.flock(gathering, fcntl.LOCK_EX)
        gc.disable()
        try:
            return (yield)
        finally:
            gc.enable()


def pytest_collection_finish() -> None:
    """Let Python's collector of garbage look no more at what stays until the end: 5,000 tests."""
    gc.collect()
    gc.freeze()


def pytest_terminal_summary(
    terminalreporter: pytest.TerminalReporter, config: pytest.Config
) -> None:
    """Name in the last lines what was not tested."""
    if config.option.markexpr:
        terminalreporter.write_line(f"tried: only what is {config.option.markexpr}")
    terminalreporter.write_line(
        "not tried: adapters in their frameworks, chabudai mcp, Ray, Dask, Parquet, pictures; "
        "see `make test-engines`"
    )
    if compiler() is None:
        terminalreporter.write_line("not tried: the solvers in C, for want of a C compiler")
    terminalreporter.write_line("not tried: browsers but Chromium; see `make test-browsers`")
