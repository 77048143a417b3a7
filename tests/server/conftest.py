"""The databases that the server's tests run on."""

import shutil
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
from sqlalchemy import create_engine

from chabudai.server.settings import Settings
from chabudai.server.store.database import create_tables
from tests.server import postgres
from tests.server.support import BRISK, OFTEN, Guest, Running, built_client, guest, running


@pytest.fixture(scope="session")
def cluster() -> Iterator[str]:
    """The URL of a PostgreSQL of our own."""
    with postgres.cluster() as url:
        yield url


@pytest.fixture(scope="session")
def tables(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A SQLite file with the tables of a server and nothing in them, to be copied: to make them
    takes longer than most of what tests do there.
    """
    file = tmp_path_factory.mktemp("made") / "tables.db"
    engine = create_engine(f"sqlite:///{file}")
    with engine.begin() as connection:
        create_tables(connection)
    engine.dispose()
    return file


@pytest.fixture(params=["sqlite", "postgresql"])
def db(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A new, empty database, of each kind."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path}/tables.db"
    return postgres.emptied(request.getfixturevalue("cluster"))


@pytest.fixture
def shared(cluster: str) -> str:
    """An empty PostgreSQL, for several servers."""
    return postgres.emptied(cluster)


@pytest.fixture
def static(tmp_path: Path) -> Path:
    """A built client."""
    return built_client(tmp_path)


@pytest.fixture
async def server(db: str, static: Path) -> AsyncIterator[Running]:
    """A server on each kind of database."""
    async with running(Settings(db=db, static=static, bot_workers=1, sources=BRISK)) as server:
        yield server


@pytest.fixture
async def site(tmp_path: Path, static: Path, tables: Path) -> AsyncIterator[Running]:
    """A server on SQLite, for what the database has no part in."""
    db = str(shutil.copy(tables, tmp_path))
    async with running(Settings(db=db, static=static, bot_workers=1, sources=BRISK)) as server:
        yield server


@pytest.fixture
async def quick_site(tmp_path: Path, static: Path, tables: Path) -> AsyncIterator[Running]:
    """The same for people who play as fast as they can."""
    db = str(shutil.copy(tables, tmp_path))
    settings = Settings(db=db, static=static, bot_workers=1, sources=BRISK, limits=OFTEN)
    async with running(settings) as server:
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
