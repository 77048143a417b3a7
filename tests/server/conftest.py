"""The databases that the server's tests run on."""

import os
import shutil
import subprocess
import tempfile
from collections.abc import AsyncIterator, Iterator
from importlib.util import find_spec
from itertools import count
from pathlib import Path

import pytest

from chabudai.server.house import Settings
from tests.server.support import Guest, Running, built_client, guest, running

NUMBERS = count(1)


def postgres_programs() -> Path | None:
    """The folder of PostgreSQL's programs, where there is one."""
    on_path = shutil.which("initdb")
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    program = found[-1] if found else Path(on_path).resolve() if on_path else None
    return program.parent if program and find_spec("asyncpg") else None


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
    with tempfile.TemporaryDirectory(prefix="chabudai-pg-") as name:
        home = Path(name)
        if os.geteuid() == 0:
            os.chown(home, 65534, 65534)
        data = home / "data"
        settings = f"-k {home} -h '' -c fsync=off -c max_connections=200"
        env = {**os.environ, "LC_ALL": "C", "HOME": name}
        initdb = [str(PROGRAMS / "initdb"), "-D", str(data), "-U", "chabudai", "-A", "trust", "-N"]
        control = [str(PROGRAMS / "pg_ctl"), "-D", str(data), "-w", "-l", str(home / "log")]
        run = {"check": True, "stdout": subprocess.DEVNULL, "env": env, "cwd": name}
        subprocess.run([*as_nobody(), *initdb], **run)  # type: ignore[call-overload]
        subprocess.run([*as_nobody(), *control, "-o", settings, "start"], **run)  # type: ignore[call-overload]
        try:
            yield f"postgresql://chabudai@/NAME?host={home}"
        finally:
            subprocess.run([*as_nobody(), *control, "-m", "immediate", "stop"], **run)  # type: ignore[call-overload]


def new_database(kind: str, folder: Path, request: pytest.FixtureRequest) -> str:
    """The address of a new, empty database."""
    if kind == "sqlite":
        return f"sqlite:///{folder}/tables.db"
    assert PROGRAMS is not None
    url: str = request.getfixturevalue("cluster")
    name = f"chabudai{next(NUMBERS)}"
    host = url.partition("host=")[2]
    made = [str(PROGRAMS / "createdb"), "-h", host, "-U", "chabudai", name]
    subprocess.run(made, check=True, env={**os.environ, "LC_ALL": "C"})
    return url.replace("NAME", name)


@pytest.fixture(params=DATABASES)
def db(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A new database, of each kind there is here."""
    return new_database(request.param, tmp_path, request)


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
