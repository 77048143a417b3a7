"""Opening databases. Unusable databases are refused and left unchanged."""

import errno
import os
import re
import shutil
import socket
import sqlite3
import stat
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import urlopen

import pytest

from chabudai.server.refusal import StartupFailed
from chabudai.server.services import opened
from chabudai.server.settings import Settings
from chabudai.server.store import sqlite as sqlite_file
from chabudai.server.store.database import open_database
from chabudai.server.store.diagnosis import trouble
from tests.server import postgres
from tests.support.full_disk import damage, files_of
from tests.support.network_disk import on_network_disk


async def refused(db: str) -> str:
    with pytest.raises(StartupFailed) as refusal:
        await open_database(db)
    return str(refusal.value)


async def test_unusable_databases_are_refused_with_a_sentence(tmp_path: Path) -> None:
    assert "it is a folder" in await refused(str(tmp_path))
    assert "its folder does not exist" in await refused(f"{tmp_path}/no/where.db")
    assert "give the database a path" in await refused("sqlite://")
    for unread in ("://", "\udcff.db", "sqlite:///a%00b", "postgresql://a..b/x"):
        assert "address cannot be read." in await refused(unread)
    assert "not in mysql" in await refused("mysql://localhost/x")
    assert "begin with postgresql://" in await refused("postgresql:tables")
    assert "secret" not in await refused("postgresql://u:secret@127.0.0.1:1/x")


async def test_an_unusable_postgresql_is_refused_with_advice(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def why(at: str) -> str:
        database, _, told = (await refused(f"postgresql://{at}")).partition(" cannot be opened: ")
        assert database.startswith(f"The database postgresql://{at.partition('?')[0]}")
        return told

    for name in ("PGPASSWORD", "PGHOST", "PGPORT"):
        monkeypatch.delenv(name, raising=False)
    role = "The role guest needs a database that it owns."
    with postgres.started() as made:
        roles = "CREATE ROLE locked LOGIN PASSWORD 'right'; CREATE ROLE guest LOGIN"
        postgres.execute(made.url, roles)
        made.kill()
        rules = made.home / "data" / "pg_hba.conf"
        rules.write_text(f"local all locked scram-sha-256\n{rules.read_text()}")
        with socket.create_server(("127.0.0.1", 0)) as free:
            port = free.getsockname()[1]
        made.control("-o", f"-k {made.home} -h 127.0.0.1 -p {port}", "start")
        at = f"postgres?host={made.home}&port={port}"
        assert (await why(f"guest@127.0.0.1:{port}/postgres?sslmode=require")).endswith(
            "SSL upgrade. Without ?ssl=… in its address, the connection is not encrypted."
        )
        asked = "PostgreSQL requires a password for the role locked. Set it in the environment, "
        assert await why(f"locked@/{at}") == f"{asked}as PGPASSWORD."
        monkeypatch.setenv("PGPASSWORD", "wrong")
        other = "PostgreSQL has no role locked with this password. Set it in the environment, "
        assert await why(f"locked@/{at}") == f"{other}as PGPASSWORD."
        for wrong in (f"locked:hunt%40r2@/{at}", f"locked@/{at}&password=hunt%40r2"):
            told = await refused(f"postgresql://{wrong}")
            assert ("***" in told, "r2" in told) == (True, False)
        monkeypatch.setenv("PGPASSWORD", "right")
        logged_in = f"permission denied for schema public. {role.replace('guest', 'locked')}"
        assert await why(f"locked@/{at}") == logged_in
        assert await why(f"guest@/{at}") == f"permission denied for schema public. {role}"
        nowhere = 'database "nowhere" does not exist. Create it in PostgreSQL with CREATE DATABASE.'
        assert await why(f"guest@/nowhere?{at.partition('?')[2]}") == nowhere
        assert await why(f"nobody@/{at}") == 'role "nobody" does not exist.'
    gone = f"no PostgreSQL answers at {made.home}, port {port}."
    assert await why(f"guest@/{at}") == gone
    assert await why("guest@127.0.0.1:1/x") == "no PostgreSQL answers at 127.0.0.1, port 1."
    assert (await why("guest@nowhere.invalid/x")).startswith("there is no host nowhere.invalid (")
    no_port = "The database's address cannot be read: 70000 is not a port."
    assert await refused("postgresql://guest@127.0.0.1:70000/x") == no_port
    assert "must be one of: disable, " in await why("guest@127.0.0.1:1/x?sslmode=wrong")


async def test_a_file_of_another_program_is_not_changed(tmp_path: Path) -> None:
    prose, other = tmp_path / "prose", tmp_path / "other.db"
    prose.write_text("this is no database, whatever its name says\n" * 50)
    with closing(sqlite3.connect(other)) as connection:
        connection.execute("CREATE TABLE log (line)")
    for file, why in ((prose, "is not a database"), (other, "contains other data")):
        file.chmod(0o644)
        before = file.read_bytes()
        assert why in await refused(str(file))
        assert file.read_bytes() == before
        assert stat.S_IMODE(file.stat().st_mode) == 0o644
    assert names_in(tmp_path) == {"prose", "other.db"}


async def test_a_refusal_names_the_cause_and_the_remedy(
    tmp_path: Path, tables: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    locked, broken = (shutil.copy(tables, tmp_path / name) for name in ("locked", "broken"))
    monkeypatch.setattr(sqlite_file, "PRAGMAS", ("PRAGMA busy_timeout = 1",))
    with closing(sqlite3.connect(locked, isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        assert "Another program has locked it: end that" in await refused(str(locked))
    damage(Path(broken), range(2, 19))
    assert "It is damaged: restore a backup" in await refused(str(broken))
    assert "File name too long" in await refused(f"{tmp_path}/{'x' * 300}.db")
    with files_of(4096):
        assert "Check whether its disk is full" in await refused(f"{tmp_path}/full.db")
    gone = tmp_path / "gone"
    gone.mkdir()
    monkeypatch.chdir(gone)
    gone.rmdir()
    assert "your current folder no longer exists" in await refused("x.db")


def test_errors_of_sqlite_and_of_the_system_have_their_advice() -> None:
    for number, what in ((errno.ENOSPC, "Free space"), (errno.EACCES, "write to it")):
        said = trouble(OSError(number, os.strerror(number), "hands.db"))
        assert said.startswith(f"{os.strerror(number)}. ")
        assert what in said
        assert "hands" not in said
    # An extended code has the advice of its primary code, unless it has its own.
    for code, what in (("READONLY_DIRECTORY", "write to it"), ("IOERR_NOMEM", "no memory left")):
        error = sqlite3.OperationalError("disk I/O error")
        error.sqlite_errorname = f"SQLITE_{code}"
        assert what in trouble(error)
    assert trouble(ValueError()) == "no answer"


def test_a_disk_without_shared_memory_is_named_when_the_server_starts(tmp_path: Path) -> None:
    db = tmp_path / "tables.db"
    done = on_network_disk("serve", "--port", "0", "--db", str(db))
    assert (done.returncode, done.stdout) == (2, b"")
    [said] = done.stderr.decode().splitlines()
    assert f"{db} cannot be opened: disk I/O error. Its disk cannot share memory" in said


def test_the_log_of_a_running_server_has_errors_but_no_password(shared: str) -> None:
    command = [sys.executable, "-m", "chabudai", "serve", "--port", "0"]
    environment = {**os.environ, "CHABUDAI_DB": shared.replace("@", ":hunter2@")}
    pipe = subprocess.PIPE
    with subprocess.Popen(command, env=environment, stdout=pipe, stderr=pipe) as running:
        try:
            assert running.stdout is not None
            (address,) = re.findall(rb"http://[0-9.:]+", running.stdout.readline())
            postgres.execute(shared, "DROP TABLE beat")
            with pytest.raises(HTTPError, match="503"):
                urlopen(f"{address.decode()}/readyz", timeout=30)
        finally:
            running.terminate()
        out, err = running.communicate(timeout=60)
    assert b'"code": "42P01"' in err
    assert b"hunter2" not in out + err


def device_of(folder: Path) -> str:
    """The number of a folder's device, as Linux lists it."""
    number = folder.stat().st_dev
    return f"{os.major(number)}:{os.minor(number)}"


async def test_a_network_disk_is_refused_by_its_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    mounts = tmp_path / "mounts"
    monkeypatch.setattr(sqlite_file, "MOUNTS", mounts)
    line = "36 35 {} / /home rw,noatime shared:1 - {} server:/home rw\n"
    mounts.write_text(line.format("0:0", "nfs4") + line.format(device_of(tmp_path), "cifs"))
    assert "it is on a network disk (cifs): choose a file" in await refused(f"{tmp_path}/x.db")
    assert names_in(tmp_path) == {"mounts"}
    mounts.write_text(line.format("0:0", "nfs4") + line.format(device_of(tmp_path), "ext4"))
    await (await open_database(f"{tmp_path}/x.db")).close()


async def test_a_server_with_damaged_tables_does_not_start(
    tmp_path: Path, static: Path, tables: Path
) -> None:
    db = shutil.copy(tables, tmp_path / "x.db")
    with closing(sqlite3.connect(db)) as file:
        found = file.execute("SELECT rootpage FROM sqlite_master WHERE tbl_name = 'tables'")
        pages = [page for (page,) in found]
    damage(Path(db), pages)
    with pytest.raises(StartupFailed, match="It is damaged: restore a backup"):
        async with opened(Settings(db=str(db), static=static)):
            pass


def names_in(folder: Path) -> set[str]:
    return {each.name for each in folder.iterdir()}


async def test_a_second_server_on_a_sqlite_file_refuses_to_start_until_the_first_ends(
    tmp_path: Path,
) -> None:
    path = tmp_path / "x.db"
    first = await open_database(str(path))
    before = path.read_bytes()
    with pytest.raises(StartupFailed, match=r"another server has it open: .* PostgreSQL"):
        await open_database(str(path))
    assert path.read_bytes() == before
    await first.close()
    await (await open_database(str(path))).close()
