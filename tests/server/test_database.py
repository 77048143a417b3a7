"""Opening a database: what cannot be used is refused, and left as it is."""

import sqlite3
import stat
from contextlib import closing
from pathlib import Path

import pytest

from chabudai.server.refusal import CannotStart
from chabudai.server.store.database import open_database
from chabudai.server.store.schema import REVISIONS


async def refused(db: str) -> str:
    with pytest.raises(CannotStart) as refusal:
        await open_database(db)
    return str(refusal.value)


async def test_databases_that_cannot_be_used_are_refused_with_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "text.db").write_text("this is no database, whatever its name says\n" * 50)
    assert "is not a database" in await refused(f"{tmp_path}/text.db")
    assert "it is a folder" in await refused(str(tmp_path))
    assert "its folder does not exist" in await refused(f"{tmp_path}/no/where.db")
    assert "give the database a path" in await refused("sqlite://")
    assert "cannot be read" in await refused("://")
    assert "not in mysql" in await refused("mysql://localhost/x")
    assert "begins with postgresql://" in await refused("postgresql:tables")
    assert "cannot be opened" in await refused("postgresql://chabudai@127.0.0.1:1/x")
    for told in ("postgresql://u:secret@127.0.0.1:1/x",):
        assert "secret" not in await refused(told)


async def test_a_file_of_something_else_is_left_as_it_is(tmp_path: Path) -> None:
    prose, other = tmp_path / "prose", tmp_path / "other.db"
    prose.write_text("this is no database\n" * 50)
    with closing(sqlite3.connect(other)) as connection:
        connection.execute("CREATE TABLE log (line)")
    for file, why in ((prose, "is not a database"), (other, "holds something else")):
        file.chmod(0o644)
        before = file.read_bytes()
        assert why in await refused(str(file))
        assert file.read_bytes() == before
        assert stat.S_IMODE(file.stat().st_mode) == 0o644
    assert names_in(tmp_path) == {"prose", "other.db"}


def names_in(folder: Path) -> set[str]:
    return {each.name for each in folder.iterdir()}


def test_the_revisions_named_are_the_revisions_there() -> None:
    from alembic.config import Config
    from alembic.script import ScriptDirectory

    import chabudai.server.store.migrations

    config = Config()
    config.set_main_option(
        "script_location", str(Path(chabudai.server.store.migrations.__path__[0]))
    )
    scripts = ScriptDirectory.from_config(config)
    there = [each.revision for each in scripts.walk_revisions()]
    assert tuple(reversed(there)) == REVISIONS
