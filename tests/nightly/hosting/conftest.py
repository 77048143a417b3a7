"""Browsers that find games.example.org on this machine, and servers that are started as in the
documents.
"""

import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TypeAlias

import pytest
from playwright.sync_api import Browser, Playwright

from tests.browser.fixtures import UNDRAWN, Newcomer, launched
from tests.browser.player import Player
from tests.server import postgres
from tests.support.proxies import free_port

START_S = 60.0
"""Timeout for the start and the end of a server, in seconds."""
HOST = "games.example.org"
SERVING = re.compile(r"http://127\.0\.0\.1:\d+")


@dataclass(slots=True)
class Server:
    address: str
    log: Path
    process: "subprocess.Popen[str]"

    def stop(self) -> None:
        """Stop it as systemd does."""
        self.process.terminate()
        assert self.process.wait(START_S) == 0, self.log.read_text()


Start: TypeAlias = Callable[..., Server]
"""A function that starts a server with these settings."""


@pytest.fixture(scope="session")
def browser(playwright: Playwright) -> Iterator[Browser]:
    """A browser that resolves the documents' host name to this machine."""
    rules = f"MAP {HOST}:443 127.0.0.1:{free_port()}, MAP * ~NOTFOUND, EXCLUDE 127.0.0.1"
    yield from launched(playwright, f"--host-resolver-rules={rules}", *UNDRAWN)


@pytest.fixture
def come(newcomer: Newcomer) -> Newcomer:
    """Return a function that opens a site for a new player."""
    return partial(newcomer, afresh=True, ignore_https_errors=True)


@pytest.fixture
def start(tmp_path: Path, afterwards: ExitStack) -> Start:
    """A function that starts servers, by default on a SQLite file. They stop after the test."""
    return lambda **settings: afterwards.enter_context(serving(tmp_path, settings))


@contextmanager
def serving(folder: Path, settings: dict[str, str]) -> Iterator[Server]:
    chosen = {"PORT": "0", "DATA": str(folder), **settings}
    env = {**os.environ, **{f"CHABUDAI_{name}": value for name, value in chosen.items()}}
    log = folder / f"server-{len(list(folder.glob('server-*.log')))}.log"
    command = (sys.executable, "-m", "chabudai", "serve")
    with (
        log.open("w") as err,
        subprocess.Popen(
            command, env=env, stdout=subprocess.PIPE, stderr=err, text=True
        ) as process,
    ):
        try:
            assert process.stdout is not None
            found = SERVING.search(process.stdout.readline())
            assert found is not None, log.read_text()
            yield Server(found[0], log, process)
        finally:
            process.terminate()
            process.wait(START_S)
        assert "Traceback" not in log.read_text()


@pytest.fixture
def cluster() -> postgres.Cluster:
    """The tests' PostgreSQL, with an empty database."""
    postgres.cluster()
    return postgres.running_cluster()


def play(player: Player, folder: Path) -> None:
    """Play a whole game of Word Bank against bots on the page, and verify its transcript."""
    player.open()
    player.get("play-word-bank").click()
    player.at_table()
    player.hurry_bots_by_menu()
    finish(player, folder)


def finish(player: Player, folder: Path) -> None:
    player.play_on()
    player.get("end-table").wait_for()
    assert player.verified(folder)["outcome"]["scores"]
