"""Servers of two versions, databases with another schema, backups, and deletion of old games."""

import asyncio
import json
import re
import shutil
import signal
import sqlite3
import sys
from collections import Counter
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, func, inspect, select, text, update

from chabudai.core import Rng
from chabudai.server.credentials import KEPT_DAYS
from chabudai.server.http.invitations import PASS_MS
from chabudai.server.metrics import Metrics
from chabudai.server.refusal import StartupFailed
from chabudai.server.settings import Settings
from chabudai.server.store import rows
from chabudai.server.store.database import Database, open_database
from chabudai.server.store.schema import LOG, PENDING, REVISION, TABLES
from chabudai.server.tables.clocks import CODE_KEPT_MS, LOBBY_KEPT_MS, PARTY_KEPT_MS
from tests.server.clock import Clock, Shifts
from tests.server.forked_servers import Servers, forked_servers
from tests.server.stored_types import STORED, stored_types
from tests.server.support import BRISK, OFTEN, Serve, guest, opened_store, play_on, running
from tests.support.full_disk import damage, files_of
from tests.unit.cli.support import Done, here, refused

NEWER = 4501
TWO: dict[str, Any] = {"seats": 2, "bots": ["easy"], "begin": True}
TWO["options"] = {"first_player": 0, "turn_clock": 60}


async def stored(database: Database, table_id: str) -> list[Any]:
    own = ((TABLES, TABLES.c.id), (LOG, LOG.c.table_id), (PENDING, PENDING.c.table_id))
    return await database.rows(tuple(select(kind).where(of == table_id) for kind, of in own), {})


async def test_an_older_server_leaves_a_table_to_the_newer_and_continues_if_it_can(
    shared: str, database: Database, static: Path, serve: Serve
) -> None:
    older = await serve(db=shared)
    mika = await older.guest()
    table, beside = [(await mika.open(**TWO))["table"] for _ in range(2)]
    async with forked_servers(shared, static, 1) as (newer,):
        base = await newer.start("newer")
        here, other = await mika.connect(table), await mika.connect(beside)
        for each in (here, other):
            await each.first("update")
        mika.go_to(base)
        async with mika.line(table) as there:
            await there.accept(type="rename", name="Nami")
            assert await here.closing() == NEWER
            before = await stored(database, table)
            mika.go_to(older.base)
            assert await (await mika.connect(table)).closing() == NEWER
            tables = (await mika.http.get("/api/tables")).json()
            assert [each["table"] for each in tables] == [beside]
            assert (await mika.http.get(f"/api/tables/{table}/transcript")).status_code == 503
            await other.accept(type="rename", name="Rin")
            assert await stored(database, table) == before
            assert older.faults == 0
            await play_on(there, 0, Rng(1), 2)
        await newer.end(signal.SIGTERM)
        assert await (await mika.connect(table)).closing() == NEWER
        (row,), _, _ = await stored(database, table)
        assert (row.format, json.loads(row.sitting)["mood"]) == (rows.FORMAT + 1, "merry")
        await other.ws.close()
        mika.go_to(await newer.start("newer"))  # now all servers are newer
        line, other = await mika.connect(table), await mika.connect(beside)
        assert (await line.first("lobby"))["chairs"][0]["name"] == "Nami"
        assert (await other.first("lobby"))["chairs"][0]["name"] == "Rin"
        for each in (line, other):
            await each.accept(type="hasten", hasten=True)
        await asyncio.gather(play_on(line, 0, Rng(2)), play_on(other, 0, Rng(3)))
    for name in (table, beside):
        (row,), log, _ = await stored(database, name)
        assert row.status == "over"
        assert '"stop"' not in "".join(step.action for step in log)


async def test_an_older_server_changes_nothing_in_a_game_of_later_rules(
    shared: str, database: Database, serve: Serve
) -> None:
    newer = await serve(db=shared)
    mika = await newer.guest()
    table = (await mika.open(**TWO))["table"]
    await newer.stack.aclose()
    newer.services.registry._tables.clear()
    later = update(TABLES).values(sitting=func.replace(TABLES.c.sitting, '"rules":', '"rules":9'))
    await database.transact(partial(Connection.execute, statement=later))
    before = await stored(database, table)
    assert before[2]
    older = await serve(db=shared)
    back = await older.guest()
    back.http.cookies.update(mika.http.cookies)
    line = await back.connect(table)
    assert (await line.first("lobby"))["stopped"] == "newer"
    for command in ({"type": "rename", "name": "Nami"}, {"type": "end"}, {"type": "leave"}):
        assert await line.refuse(**command) == "not-now"
    assert (await back.http.get(f"/api/tables/{table}/transcript")).status_code == 409
    await older.services.clocks.tick(older.services.settings.sources.now() + 3_600_000)
    assert await stored(database, table) == before


REFUSED = {
    "0001": "before the first release of chabudai and is not supported: choose another with",
    "0007.0006": "before the first release of chabudai and is not supported: choose another",
    "r0005": "by a newer chabudai",
}
"""Revisions of the schema, and the error message for databases of each."""
RENAMED = "UPDATE alembic_version SET version_num = '{}'"


@pytest.mark.parametrize("is_killed", [False, True])
@pytest.mark.parametrize("revision", REFUSED)
def test_a_file_of_another_version_is_refused_and_not_changed(
    tmp_path: Path, tables: Path, revision: str, is_killed: bool
) -> None:
    running, file = tmp_path / "running.db", tmp_path / "x.db"
    shutil.copy(tables, running)
    ends = ("", "-wal") if is_killed else ("",)
    with closing(sqlite3.connect(running, isolation_level=None)) as connection:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute(RENAMED.format(revision))
        if not is_killed:
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        for end in ends:
            shutil.copy(f"{running}{end}", f"{file}{end}")
    left = [Path(f"{file}{end}") for end in ends]
    for each in left:
        each.chmod(0o644)
    before = [(each.read_bytes(), each.stat().st_mtime_ns, each.stat().st_mode) for each in left]
    assert (REVISION.encode() in before[0][0]) is is_killed
    told = refused("serve", "--port", "0", "--db", str(file))
    assert f"{file} cannot be opened: it was made {REFUSED[revision]}" in told
    after = [(each.read_bytes(), each.stat().st_mtime_ns, each.stat().st_mode) for each in left]
    assert after == before
    assert {*tmp_path.glob("x.db*")} - {Path(f"{file}-shm")} == {*left}


BEFORE_SCREENS = ("DROP TABLE screens", RENAMED.format("r0003"))
BEFORE_NEXT = (*BEFORE_SCREENS, "ALTER TABLE tables DROP COLUMN next", RENAMED.format("r0002"))
BEFORE_PARTIES = (
    *BEFORE_SCREENS,
    "DROP INDEX tables_party",
    "ALTER TABLE tables DROP COLUMN party",
    "ALTER TABLE tables DROP COLUMN outcome",
    "ALTER TABLE tables DROP COLUMN next",
    RENAMED.format("r0001"),
)


@pytest.mark.parametrize(
    ("earlier", "listed"), [(BEFORE_PARTIES, 2), (BEFORE_NEXT, 1), (BEFORE_SCREENS, 1)]
)
async def test_a_database_of_an_earlier_schema_is_migrated_and_keeps_its_tables(
    db: str, static: Path, earlier: tuple[str, ...], listed: int
) -> None:
    shifts = Shifts(db, static)
    async with shifts.server() as (_, mika):
        kept = (await mika.open())["table"]
        shifts.clock.ahead += 1000
        answer = await mika.http.post(f"/api/parties/{kept}/next", json={"game": "quiddler"})
        tables = [answer.json()["table"], kept]
    database = await open_database(db)
    for statement in earlier:
        await database.transact(partial(Connection.execute, statement=text(statement)))
    await database.close()
    async with shifts.server() as (_, mika):
        found = (await mika.http.get("/api/tables")).json()
        joined = (await mika.join(table=kept)).json()
    assert [each["table"] for each in found] == tables[:listed]
    assert {each["seat"] for each in found} == {0}
    assert (joined["table"], joined["seat"]) == (tables[0], 0)


async def test_a_postgresql_of_another_version_is_refused_and_not_touched(
    shared: str, database: Database
) -> None:
    def contents(connection: Connection) -> list[Any]:
        names = sorted(inspect(connection).get_table_names())
        return [(each, [*connection.execute(text(f"SELECT * FROM {each}"))]) for each in names]

    for revision, why in REFUSED.items():
        renamed = text(RENAMED.format(revision))
        await database.transact(partial(Connection.execute, statement=renamed))
        before = await database.transact(contents)
        assert before[0] == ("alembic_version", [(revision,)])
        with pytest.raises(StartupFailed, match=f"it was made {why}"):
            await open_database(shared)
        assert await database.transact(contents) == before


def test_stored_types_match_their_format() -> None:
    """If this fails, run `stored_types.py`; once 0.2.0 is released, raise `rows.FORMAT` first."""
    assert stored_types() == json.loads(STORED.read_text())


DAY_MS = 24 * 3600 * 1000
STRANGE_ADDRESS = "127.0.0.77"
DOCS = Path(__file__).parents[2] / "docs"


def files(folder: Path) -> dict[str, bytes]:
    return {each.name: each.read_bytes() for each in folder.iterdir() if each.is_file()}


async def test_a_backup_made_during_play_restores_every_acknowledged_move(
    tmp_path: Path, static: Path, forked: Servers
) -> None:
    copy = tmp_path / "copy.db"
    async with guest(await forked.start(), STRANGE_ADDRESS) as mika:
        order = {"seats": 2, "bots": ["easy"], "begin": True, "options": {"first_player": 0}}
        line = await mika.connect((await mika.open(**order))["table"])
        assert await play_on(line, 0, Rng(1), moves=2) == 2
        head = line.update["seq"]
        done, _ = await asyncio.gather(
            asyncio.to_thread(here, "backup", str(copy), "--db", forked.db),
            play_on(line, 0, Rng(2), moves=2),
        )
        assert (done.code, done.err) == (0, "")
        assert done.out.startswith(f"{copy} is a checked copy: 1 table, ")
        assert copy.stat().st_mode & 0o777 == 0o600
        jar = mika.http.cookies
    await forked.end()
    for unsaid in (STRANGE_ADDRESS, jar["guest"]):
        assert not any(unsaid.encode() in each for each in files(tmp_path).values())
    settings = Settings(db=str(copy), static=static, bot_workers=1, sources=BRISK, limits=OFTEN)
    async with running(settings) as restored, guest(restored.base) as mika:
        mika.http.cookies.update(jar)
        again = await mika.connect(line.table)
        assert (await again.first("update"))["seq"] >= head
        assert await play_on(again, 0, Rng(3), moves=1) == 1


def test_a_backup_is_refused_in_a_sentence_and_changes_nothing(
    tmp_path: Path, tables: Path
) -> None:
    db = Path(shutil.copy(tables, tmp_path / "tables.db"))
    newer = Path(shutil.copy(tables, tmp_path / "newer.db"))
    with closing(sqlite3.connect(newer)) as connection, connection:
        connection.execute("UPDATE alembic_version SET version_num = 'r9999'")
    broken = Path(shutil.copy(tables, tmp_path / "broken.db"))
    damage(broken, range(4, 9))
    stray = Path(shutil.copy(tables, tmp_path / "stray.db"))
    with closing(sqlite3.connect(stray)) as connection, connection:
        connection.execute("INSERT INTO seats VALUES ('no such table', 'guest')")
    (tmp_path / "empty.db").touch()
    (tmp_path / "mine").write_text("not a backup")
    (tmp_path / "same.db").hardlink_to(db)
    (tmp_path / "link").symlink_to(tmp_path / "nowhere")
    before = files(tmp_path)

    def why(to: str, of: Path = db) -> str:
        sentence = refused("backup", f"{tmp_path}/{to}", "--db", str(of))
        return sentence.removeprefix(f"chabudai: The database {of} is not backed up: ")

    for to in ("tables.db", "tables.db-wal", "same.db"):
        itself = "belongs to the database itself: choose another file."
        assert why(to) == f"{tmp_path}/{to} {itself}"
    for to in ("mine", "link"):
        assert why(to) == f"{tmp_path}/{to} already exists: choose another name."
    assert why("") == f"{tmp_path} is a folder: name a file in it."
    assert why("no/x.db") == f"the folder {tmp_path}/no does not exist."
    assert why("x" * 300).endswith("… cannot be written: File name too long.")
    with files_of(8192):
        full = "full.db cannot be written: disk I/O error. Check whether its disk is full or broken"
        assert full in why("full.db")
    assert refused("backup", "-") == 'chabudai: TO needs a file name, not "-".'
    assert why("x.db", newer) == "it was made by a newer chabudai."
    assert "restore a backup" in why("x.db", broken)
    assert why("x.db", stray).startswith("its copy is damaged, so it may be damaged: ")
    assert why("x.db", tmp_path / "empty.db") == "it contains no tables yet."
    assert why("x.db", tmp_path / "none.db") == "it does not exist."
    assert files(tmp_path) == before
    by_default = refused("backup", f"{tmp_path}/x", "--data", str(tmp_path))
    assert by_default.endswith(f"{tmp_path}/chabudai.db is not backed up: it does not exist.")
    to_postgres = refused("backup", f"{tmp_path}/x", "--db", "postgresql://chabudai@localhost/x")
    assert to_postgres.endswith("is backed up with pg_dump: see docs/hosting.md.")


@pytest.fixture
async def parties(db: str, static: Path) -> tuple[str, str, str]:
    """The ids of an old party, an old daily deal, and a party that opened a table a day ago."""
    shifts = Shifts(db, static)
    shifts.clock.ahead = -170 * DAY_MS
    async with shifts.server() as (site, ann):
        ben = await site.guest()
        old, in_use = [(await ann.open(seats=2))["table"] for _ in range(2)]
        await ann.http.post(f"/api/parties/{old}/next", json={"game": "quiddler"})
        deal = {"game": "word-bank", "name": "Zebulon"}
        day = (await ben.http.get("/api/daily")).json()["day"]
        daily = (await ben.http.post("/api/daily", json={**deal, "day": day})).json()["table"]
        await ann.http.post(f"/api/parties/{in_use}/next", json={"game": "quiddler"})
        shifts.clock.ahead = -DAY_MS
        await ann.http.post(f"/api/parties/{in_use}/next", json={"game": "word-bank"})
        if "sqlite" in db:
            busy = await asyncio.to_thread(refused, "prune", "--db", db, "--older", "160d")
            assert "another server has it open" in busy
    return old, daily, in_use


async def parties_in(db: str) -> dict[str, int]:
    """Map the id of each party in a database, and of each daily deal, to its number of tables."""
    async with opened_store(db) as store:
        return Counter(row.party for row in await store.idle_tables(Clock().now()))


async def test_old_parties_and_deals_are_listed_and_deleted_only_with_consent(
    db: str, tmp_path: Path, parties: tuple[str, str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    old, daily, in_use = parties
    all_tables = {old: 2, daily: 1, in_use: 3}

    async def prune(*args: str) -> Done:
        return await asyncio.to_thread(here, "prune", "--db", db, "--older", *args)

    code, out, err = await prune("1y")
    assert (code, err) == (0, "")
    assert re.fullmatch(
        r"Without a step since 20\d\d-\d\d-\d\d \(UTC\):\nNothing is that old.\n", out
    )
    _, *lines, last = (await prune("160d")).out.splitlines()
    assert last == "Nothing was deleted. To delete these tables, add --yes."
    assert {line[10:] for line in lines} == {
        f"  {old}  2 tables: Quiddler, Word Bank",
        f"  {daily}  1 table: Word Bank",
    }
    assert await parties_in(db) == all_tables
    full = sum(map(len, files(tmp_path).values()))
    for answer, left in (("no", all_tables), ("Y", {in_use: 3})):
        monkeypatch.setattr("builtins.input", lambda _, answer=answer: answer)
        with monkeypatch.context() as terminal:
            terminal.setattr(sys.stdin, "isatty", lambda: True)
            assert (await prune("23w")).out.splitlines()[1:3] == lines
        assert await parties_in(db) == left
    assert not any(b"Zebulon" in each for each in files(tmp_path).values())
    assert sum(map(len, files(tmp_path).values())) < full or "sqlite" not in db


def test_documents_state_the_periods_the_metrics_and_the_schema_of_the_code() -> None:
    texts = [(DOCS / name).read_text() for name in ("hosting.md", "privacy.md")]
    hosting, privacy = [" ".join(text.split()) for text in texts]
    assert f"keeps it for {KEPT_DAYS} days" in privacy
    assert f"after {PARTY_KEPT_MS // DAY_MS} days without a step" in privacy
    days = [LOBBY_KEPT_MS // DAY_MS, CODE_KEPT_MS // DAY_MS, PASS_MS // 60_000]
    assert days == [1, 7, 10]
    for period in ("lobby is deleted after a day", "a week without use", "ten minutes have passed"):
        assert period in privacy
    exported = Metrics().text().decode()
    named = set(re.findall(r"[(`]([a-z_]+_(?:total|bucket|fds|connections))\b", hosting))
    assert len(named) > 9
    assert {each for each in named if each.removesuffix("_bucket") not in exported} == set()
    assert f"| `{REVISION}` |" in hosting
