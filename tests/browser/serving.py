"""A real server in a process of its own, that can be killed and started again."""

import os
import re
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
"""Of cards and bots. Another one gives the tests other tables, at which they pass as well."""
MOST_RUNS = 1000
ADDRESS = re.compile(r"Open (http://127\.0\.0\.1:(\d+)) ")
IN_NETWORK = f"{COMPUTER}.local"
"""The name by which others in a network know this computer; only pages find it by that here."""
FORKS = get_context("forkserver")
"""Servers start from a process that has imported all they need, and has done nothing else."""
FORKS.set_forkserver_preload([host.__name__, *IMPORTED_LATE])


class Serving:
    """One server on a loopback port, with its tables in a file of `folder`, and a built client."""

    def __init__(self, folder: Path, static: Path = STATIC) -> None:
        self.folder = folder
        self.static = static
        self.port = 0
        self.base = ""
        self.runs = 0
        self.process: BaseProcess | None = None

    @property
    def in_network(self) -> str:
        """The address by which a phone would find it."""
        return f"http://{IN_NETWORK}:{self.port}"

    @property
    def log(self) -> Path:
        """What the present run has written."""
        return self.folder / f"run-{self.runs}.log"

    def start(self) -> None:
        """Serve: on a free port the first time, on the same one ever after."""
        self.runs += 1
        # A table's name is drawn, too: a run must not draw those of the run before.
        seed = SEED * MOST_RUNS + self.runs
        drawn = (self.port, self.folder, self.log, seed, self.static)
        self.process = FORKS.Process(target=host.main, args=drawn, daemon=True)
        self.process.start()
        found = self.await_address()
        self.base, self.port = found[1], int(found[2])

    def await_address(self) -> re.Match[str]:
        """Wait until the server says where it is."""
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
        """Put the server's clock forward, counted from its start."""
        (self.folder / "ahead.new").write_text(str(round(minutes * 60_000)))
        (self.folder / "ahead.new").rename(self.folder / "ahead")

    def kill(self) -> None:
        """End it without a chance to tidy up."""
        assert self.process is not None
        self.process.kill()
        self.process.join(PATIENCE_S)

    def stop(self) -> None:
        """Ask it to end, and see that it does so in good order."""
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
