"""The databases that the server's tests run on."""

import os
import shutil
import subprocess
import tempfile
from collections.abc import AsyncIterator, Iterator
from importlib.util import find_spec
from pathlib import Path

import pytest

from chabudai.server.house import Settings
from tests.server.support import Guest, Running, built_client, guest, running


def postgres_programs() -> Path | None:
    """The folder of PostgreSQL's programs, where there is one."""
    on_path = shutil.which("initdb")
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    program = found[-1] if found else Path(on_path).resolve() if on_path else None
    if program is None or find_spec("asyncpg") is None:
        return None
    # It will not run as root, and only root can run it as somebody else.
    return program.parent if os.geteuid() != 0 or shutil.which("setpriv") else None


PROGRAMS = postgres_programs()
DATABASES = ("sqlite", "postgresql") if PROGRAMS else ("sqlite",)


def pytest_report_header() -> str:
    """Say which databases the tests run on."""
    return f"databases: {', '.join(DATABASES)}"


def as_nobody() -> list[str]:
    """What to put before a command that will not run as root."""
    if os.geteuid() != 0:
        return []
    return ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"]


@pytest.fixture(scope="session")
def cluster() -> Iterator[str]:
    """A PostgreSQL of our own, on a socket in a folder of its own; gives the URL to a database."""
    assert PROGRAMS is not None
    memory = Path("/dev/shm")
    folder = memory if os.access(memory, os.W_OK) else Path("/tmp")
    with tempfile.TemporaryDirectory(prefix="chabudai-pg-", dir=folder) as name:
        home = Path(name)
        if os.geteuid() == 0:
            os.chown(home, 65534, 65534)
        data = home / "data"
        settings = f"-k {home} -h '' -c fsync=off -c max_connections=200"
        env = {**os.environ, "LC_ALL": "C", "HOME": name}
        initdb = [str(PROGRAMS / "initdb"), "-D", str(data), "-U", "chabudai", "-A", "trust", "-N"]
        control = [str(PROGRAMS / "pg_ctl"), "-D", str(data), "-w", "-l", str(home / "log")]

        def run(*command: str) -> None:
            everything = [*as_nobody(), *command]
            subprocess.run(everything, check=True, stdout=subprocess.DEVNULL, env=env, cwd=name)

        run(*initdb)
        run(*control, "-o", settings, "start")
        try:
            yield f"postgresql://chabudai@/postgres?host={home}"
        finally:
            run(*control, "-m", "immediate", "stop")


def emptied(url: str) -> str:
    """The same database with nothing in it."""
    assert PROGRAMS is not None
    statement = "DROP SCHEMA public CASCADE; CREATE SCHEMA public"
    command = [str(PROGRAMS / "psql"), url, "-q", "-c", statement]
    env = {**os.environ, "PGOPTIONS": "--client-min-messages=warning"}
    subprocess.run(command, check=True, env=env)
    return url


@pytest.fixture(params=DATABASES)
def db(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A new, empty database, of each kind there is here."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path}/tables.db"
    return emptied(request.getfixturevalue("cluster"))


@pytest.fixture
def static(tmp_path: Path) -> Path:
    """A built client."""
    return built_client(tmp_path)


@pytest.fixture
async def server(db: str, static: Path) -> AsyncIterator[Running]:
    """A server on each kind of database."""
    async with running(Settings(db=db, static=static, workers=1)) as server:
        yield server


@pytest.fixture
async def site(tmp_path: Path, static: Path) -> AsyncIterator[Running]:
    """A server on SQLite, for what the database has no part in."""
    async with running(Settings(db=f"{tmp_path}/tables.db", static=static, workers=1)) as server:
        yield server


@pytest.fixture
async def mika(server: Running) -> AsyncIterator[Guest]:
    """A guest; most often the host."""
    async with guest(server.base) as each:
        yield each


@pytest.fixture
async def ken(server: Running) -> AsyncIterator[Guest]:
    """Another guest."""
    async with guest(server.base) as each:
        yield each
