"""Fixtures for databases and servers."""

import shutil
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import create_engine

from chabudai.server.settings import Settings
from chabudai.server.store.database import create_tables, open_database
from chabudai.server.store.postgres import Postgres
from tests.server import postgres
from tests.server.client import built_client
from tests.server.clock import Shifts
from tests.server.forked_servers import Servers, forked_servers
from tests.server.support import BRISK, OFTEN, Running, Serve, running


@pytest.fixture(scope="session")
def tables(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A SQLite file with empty tables. Copying it is faster than a migration."""
    file = tmp_path_factory.mktemp("made") / "tables.db"
    engine = create_engine(f"sqlite:///{file}")
    with engine.begin() as connection:
        create_tables(connection)
    engine.dispose()
    file.chmod(0o600)
    return file


@pytest.fixture(params=["sqlite", "postgresql"])
def db(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A new, empty database: first SQLite, then PostgreSQL."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path}/tables.db"
    return postgres.cluster()


@pytest.fixture
def shared() -> str:
    """An empty PostgreSQL database for several servers."""
    return postgres.cluster()


@pytest.fixture
async def database(shared: str) -> AsyncIterator[Postgres]:
    """Connections to `shared`."""
    opened = await open_database(shared)
    assert isinstance(opened, Postgres)
    yield opened
    await opened.close()


@pytest.fixture
def static(tmp_path: Path) -> Path:
    return built_client(tmp_path)


@pytest.fixture
async def serve(tmp_path: Path, static: Path, tables: Path) -> AsyncIterator[Serve]:
    """A function that starts a server with other settings on the test's own SQLite file."""
    db = str(shutil.copy(tables, tmp_path))

    async def start(**settings: Any) -> Running:
        usual = {"db": db, "static": static, "bot_workers": 1, "sources": BRISK}
        return await stack.enter_async_context(running(Settings(**{**usual, **settings})))

    async with AsyncExitStack() as stack:
        yield start


@pytest.fixture
def shifts(tmp_path: Path, static: Path, tables: Path) -> Shifts:
    return Shifts(str(shutil.copy(tables, tmp_path)), static)


@pytest.fixture
async def server(db: str, serve: Serve) -> Running:
    return await serve(db=db)


@pytest.fixture
async def site(serve: Serve) -> Running:
    """A server on SQLite, for tests that do not depend on the database."""
    return await serve()


@pytest.fixture
async def quick_site(serve: Serve) -> Running:
    """Like `site`, but without limits on fast play."""
    return await serve(limits=OFTEN)


@pytest.fixture
async def forked(tmp_path: Path, static: Path) -> AsyncIterator[Servers]:
    """Consecutive servers on SQLite, each in its own process."""
    async with forked_servers(f"sqlite:///{tmp_path}/tables.db", static, 1) as (each,):
        yield each
