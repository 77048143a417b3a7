"""A real server in its own process, which can be killed and restarted."""

import os
import re
import shutil
import signal
import time
from multiprocessing import get_context
from multiprocessing.process import BaseProcess
from pathlib import Path

from chabudai.server.origins import COMPUTER
from tests.browser import host
from tests.server.forked_servers import IMPORTED_LATE
from tests.support.every_client import STATIC

PATIENCE_S = 40.0
SEED = int(os.environ.get("CHABUDAI_SEED", "1"))
"""Seed for cards and bots. The tests pass with any other seed."""
MOST_RUNS = 1000
ADDRESS = re.compile(r"Open (http://127\.0\.0\.1:(\d+)) ")
IN_NETWORK = f"{COMPUTER}.local"
"""This computer's name on the local network. Only the test browser resolves it."""
FORKS = get_context("forkserver")
"""Servers are forked from a process that has only imported the modules they need."""
FORKS.set_forkserver_preload([host.__name__, *IMPORTED_LATE])


class Serving:
    """A server on a loopback port that serves a built client and keeps its tables in `folder`."""

    def __init__(self, folder: Path, static: Path = STATIC) -> None:
        self.folder = folder
        self.static = static
        self.port = 0
        self.base = ""
        self.runs = 0
        self.process: BaseProcess | None = None

    @property
    def in_network(self) -> str:
        """The address that a phone on the network would use."""
        return f"http://{IN_NETWORK}:{self.port}"

    @property
    def log(self) -> Path:
        """The output of the current run."""
        return self.folder / f"run-{self.runs}.log"

    def start(self) -> None:
        """Start the server, on a free port the first time and on the same port later."""
        self.runs += 1
        # Table names come from the seed, so each run needs its own seed to avoid repeats.
        seed = SEED * MOST_RUNS + self.runs
        drawn = (self.port, self.folder, self.log, seed, self.static)
        self.process = FORKS.Process(target=host.main, args=drawn, daemon=True)
        self.process.start()
        found = self.await_address()
        self.base, self.port = found[1], int(found[2])

    def await_address(self) -> re.Match[str]:
        """Wait until the server has printed its address."""
        assert self.process is not None
        until = time.monotonic() + PATIENCE_S
        while time.monotonic() < until:
            said = self.log.read_text() if self.log.exists() else ""
            if found := ADDRESS.search(said):
                return found
            assert self.process.is_alive(), said
            time.sleep(0.02)
        raise TimeoutError(self.log.read_text())

    def let_pass(self, minutes: float) -> None:
        """Set how far the server's clock is ahead."""
        (self.folder / "ahead.new").write_text(str(round(minutes * 60_000)))
        (self.folder / "ahead.new").rename(self.folder / "ahead")

    def kill(self) -> None:
        """Kill the server without a shutdown."""
        assert self.process is not None
        self.process.kill()
        self.process.join(PATIENCE_S)

    def stop(self) -> None:
        """Ask the server to stop, and check its exit code."""
        assert self.process is not None
        assert self.process.pid is not None
        if self.process.is_alive():
            os.kill(self.process.pid, signal.SIGINT)
        try:
            self.process.join(PATIENCE_S)
        finally:
            self.process.kill()
        for run in range(1, self.runs + 1):
            said = (self.folder / f"run-{run}.log").read_text()
            assert "Traceback" not in said, said
        assert self.process.exitcode == 0, self.log.read_text()


SCRIPT = re.compile(r"-([a-z0-9]{8})\.js")


def renamed(text: str) -> str:
    """Return a file's text with other names for all scripts."""
    return SCRIPT.sub(lambda name: f"-{name[1][::-1]}.js", text)


def released(client: Path, folder: Path) -> Path:
    """Build another version of a client, with different names for all scripts."""
    release = Path(shutil.copytree(client, folder / "release"))
    for path in (*release.glob("*.js"), release / "manifest.json"):
        path.write_text(renamed(path.read_text()))
        for packed in release.glob(f"{path.name}.*"):
            packed.unlink()
    for path in [*release.glob("*.js")]:
        path.rename(path.with_name(renamed(path.name)))
    return release
