"""Settings of all tests."""

import fcntl
import gc
import os
import signal
import sys
import threading
from collections.abc import Generator
from contextlib import contextmanager, nullcontext
from functools import cache
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
UNCOUNTED = (
    "browser",
    "nightly",
    "server",
    "unit/adapters",
    "unit/arena",
    "unit/cli",
    "unit/search",
    "unit/words",
    "test_book.py",
    "test_bots.py",
    "test_client.py",
    "test_daily.py",
    "test_endgame.py",
    "test_every_game.py",
    "test_golden.py",
    "test_hindsight.py",
    "test_house.py",
    "test_imports.py",
    "test_jobs.py",
    "test_kakapo_leaks.py",
    "test_kernel.py",
    "test_leaks.py",
    "test_personas.py",
    "test_readme.py",
    "test_review.py",
    "test_rulebook.py",
    "test_settling.py",
    "test_solver.py",
    "test_telling.py",
    "test_tellings.py",
    "test_types.py",
    "test_wheel.py",
)
"""Tests that take twice as long when lines are counted, and need not reach any: folders and files
of `tests`, and files of that name in every room. Nor need those that play at random.
"""

CORE = ("unit/core",)
"""The folder of `tests` whose files are counted, whatever they are called."""


@cache
def below(path: Path, names: tuple[str, ...]) -> bool:
    """Whether a file of tests is, or stands in, one of these files or folders of `tests`."""
    return any(path.is_relative_to(ROOT / "tests" / name) for name in names)


def counted(item: pytest.Item) -> bool:
    """Whether a test has to reach lines: the core's own, and others that are not at random."""
    if getattr(getattr(item, "obj", None), "is_hypothesis_test", False):
        return False
    browser = "browser" in getattr(item, "fixturenames", ())
    named = item.path.name in UNCOUNTED
    return below(item.path, CORE) or not (browser or named or below(item.path, UNCOUNTED))


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Run the tests that have to reach lines first.

    A value that a process computes once must be computed while lines are counted.
    """
    items.sort(key=counted, reverse=True)


@contextmanager
def no_lines_counted() -> Generator[None]:
    """Count no lines meanwhile.

    The marker of pytest-cov for this does nothing in the processes of pytest-xdist, where one
    coverage runs inside another.
    """
    tracers = (sys.gettrace(), threading.gettrace())
    sys.settrace(None)
    threading.settrace(None)
    try:
        yield
    finally:
        sys.settrace(tracers[0])
        threading.settrace(tracers[1])


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


@pytest.hookimpl(wrapper=True)
def pytest_pycollect_makeitem() -> Generator[None, object, object]:
    """Count no lines while tests are gathered from a module that has been imported."""
    with no_lines_counted():
        return (yield)


def pytest_collection_finish() -> None:
    """Let Python's collector of garbage look no more at what stays until the end: 5,000 tests."""
    gc.collect()
    gc.freeze()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    """Count no lines in the tests that need not reach any."""
    with nullcontext() if counted(item) else no_lines_counted():
        return (yield)


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
