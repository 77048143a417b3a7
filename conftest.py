"""Settings for all tests."""

import fcntl
import gc
import os
import signal
from collections.abc import Generator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from tools.kernels import compiler

# The games in examples/games are not part of the package. This process and those that tests start
# find them like third-party games. Set this before importing `chabudai.games`, and without
# duplicates, because a child process inherits it and sets it again.
GAME_PACKAGES = ("examples.games", *os.environ.get("CHABUDAI_GAMES", "").split())
os.environ["CHABUDAI_GAMES"] = " ".join(dict.fromkeys(GAME_PACKAGES))
paths = (str(Path(__file__).parent), *os.environ.get("PYTHONPATH", "").split(os.pathsep))
os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, paths))

# The language of the command line is that of the locale.
os.environ |= {"LC_ALL": "", "LC_MESSAGES": "", "LANG": "C.UTF-8"}

# A shell starts its background jobs with Ctrl-C ignored, and child processes inherit that. Some
# tests interrupt processes that they have started.
signal.signal(signal.SIGINT, signal.default_int_handler)

# No test depends on the speed of the machine, and pytest's timeout ends a test that hangs.
# Hypothesis draws the same examples in every run unless CHABUDAI_SEED is set.
settings.register_profile(
    "chabudai",
    deadline=None,
    derandomize="CHABUDAI_SEED" not in os.environ,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("chabudai")

pytest_plugins = ("tests.browser.fixtures",)

ROOT = Path(__file__).parent


@pytest.fixture(scope="session", autouse=True)
def data_folder(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Keep this process, and all processes that tests start, away from the user's data folder."""
    os.environ["CHABUDAI_DATA"] = str(tmp_path_factory.mktemp("data"))


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Collect tests in one process at a time, without garbage collection.

    In a fresh clone, the first process compiles all tests with rewritten assertions, and the others
    read the compiled files. Apart from syntax trees, this leaves almost no garbage.
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
    """Exempt the 5,000 collected tests from garbage collection, because they stay until the end."""
    gc.collect()
    gc.freeze()


def pytest_terminal_summary(
    terminalreporter: pytest.TerminalReporter, config: pytest.Config
) -> None:
    """Report which tests were not run."""
    if config.option.markexpr:
        terminalreporter.write_line(f"tried: only what is {config.option.markexpr}")
    terminalreporter.write_line(
        "not tried: adapters in their frameworks, chabudai mcp, Ray, Dask, Parquet, pictures; "
        "see `make test-engines`"
    )
    if compiler() is None:
        terminalreporter.write_line("not tried: the solvers in C, for want of a C compiler")
    terminalreporter.write_line("not tried: browsers but Chromium; see `make test-browsers`")
