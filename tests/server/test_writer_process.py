"""The process that writes where many moves come together: once, in order, whatever happens."""

import asyncio
import contextlib
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from msgspec.structs import replace
from sqlalchemy import select, text

from chabudai.server.processes.sqlite_writer import (
    DONE,
    NOT_DONE,
    SIZE_BYTES,
    Batch,
    Writer,
    WriterSocket,
    write_on,
)
from chabudai.server.store import Store, Unstored, write_queue, writer_process
from chabudai.server.store.database import Sqlite, open_database
from chabudai.server.store.writer_process import WriterProcess
from chabudai.server.store.writing import Stale, Stored
from chabudai.server.table import Change, Table
from tests.server.test_store import loaded, new, renamed

MANY = 40
WAIT_S = 30.0
"""How long anything may take on a busy machine, in seconds."""


class Both:
    """A store and the process that writes for it. `sizes` are those of its commits."""

    def __init__(self, database: Sqlite) -> None:
        self.sizes: list[int] = []
        self.errors: list[Exception] = []
        self.apart = WriterProcess(database)
        self.store = Store(database, self.sizes.append, self.errors.append, self.apart)

    async def there(self) -> None:
        """Wait until the process can be asked to write."""
        self.apart.begin()
        async with asyncio.timeout(WAIT_S):
            while not self.apart.is_there:  # noqa: ASYNC110 - what is waited for is another process
                await asyncio.sleep(0.01)

    @property
    def pid(self) -> int:
        assert self.apart._process is not None
        return self.apart._process.pid


@contextlib.asynccontextmanager
async def both_at(path: Path) -> AsyncIterator[Both]:
    database = await open_database(str(path))
    assert isinstance(database, Sqlite)
    both = Both(database)
    both.store.start()
    try:
        yield both
    finally:
        await both.store.close()


@pytest.fixture
async def both(tmp_path: Path) -> AsyncIterator[Both]:
    async with both_at(tmp_path / "x.db") as each:
        await each.there()
        yield each


async def opened(store: Store, count: int) -> list[Table]:
    changes = [new() for _ in range(count)]
    await asyncio.gather(*map(store.append, changes))
    return [change.table for change in changes]


def is_running(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


async def test_it_is_started_when_many_moves_come_together_and_not_before(tmp_path: Path) -> None:
    async with both_at(tmp_path / "x.db") as both:
        for _ in range(3):
            await both.store.append(new())
        assert both.apart._begun is None
        await opened(both.store, MANY)
        assert both.sizes[3:] == [MANY], "the thread has written them together"
        await both.there()
        tables = await opened(both.store, MANY)
        assert both.sizes[4:] == [MANY]
        for table in tables:
            assert await loaded(both.store, table.id) == table
        assert both.errors == []


async def test_it_ends_where_moves_come_singly_again_and_comes_back_with_the_next_crowd(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(writer_process, "IDLE_S", 0.05)
    async with both_at(tmp_path / "x.db") as both:
        for _ in range(2):
            await both.there()
            pid = both.pid
            tables = await opened(both.store, MANY)
            async with asyncio.timeout(WAIT_S):
                while both.apart.is_there or is_running(pid):  # noqa: ASYNC110 - another process
                    await asyncio.sleep(0.01)
            tables += await opened(both.store, 2)
            for table in tables:
                assert await loaded(both.store, table.id) == table
        assert both.errors == []


async def test_what_comes_while_it_writes_is_sent_after_and_nothing_waits_here(
    both: Both,
) -> None:
    os.kill(both.pid, signal.SIGSTOP)
    asked: list[asyncio.Task[list[Table]]] = []
    for count in (MANY, 1, 4):
        asked.append(asyncio.create_task(opened(both.store, count)))
        async with asyncio.timeout(WAIT_S):
            while len(both.store._writing._apart_now) < len(asked):  # noqa: ASYNC110 - until it is sent
                await asyncio.sleep(0)
    os.kill(both.pid, signal.SIGCONT)
    for tables in await asyncio.gather(*asked):
        for table in tables:
            assert await loaded(both.store, table.id) == table
    assert sorted(both.sizes) == [1, 4, MANY]
    assert both.apart.is_there


async def test_the_server_does_not_write_beside_it(both: Both) -> None:
    table = (await opened(both.store, 1))[0]
    os.kill(both.pid, signal.SIGSTOP)
    many = asyncio.create_task(opened(both.store, MANY))
    async with asyncio.timeout(WAIT_S):
        while not both.store._writing._apart_now:  # noqa: ASYNC110 - until it is sent
            await asyncio.sleep(0)
    passed = replace(renamed(table, "0:a"), uses="no such pass")
    own = asyncio.gather(both.store.append(passed), return_exceptions=True)
    async with asyncio.timeout(WAIT_S):
        while not both.store._writing._returned:  # noqa: ASYNC110 - until the process would not have it
            await asyncio.sleep(0)
    for _ in range(100):
        await asyncio.sleep(0)
    assert both.store._writing._returned, "it is not begun"
    assert not many.done()
    os.kill(both.pid, signal.SIGCONT)
    assert len(await many) == MANY
    assert [type(each).__name__ for each in await own] == ["PassUsed"]
    assert both.apart.is_there


async def test_what_does_not_fit_is_told_and_the_rest_is_stored(both: Both) -> None:
    tables = await opened(both.store, 5)
    first = renamed(tables[0], "0:a")
    assert await both.store.append(first) == Stored(4, fresh=True)
    changes = [
        first,
        renamed(tables[0], "0:late"),
        *(renamed(table, "0:a") for table in tables[1:]),
    ]
    answers = await asyncio.gather(*map(both.store.append, changes), return_exceptions=True)
    assert answers[0] == Stored(4, fresh=False)
    assert isinstance(answers[1], Stale)
    assert answers[2:] == [Stored(4, fresh=True)] * 4
    for change in (first, *changes[2:]):
        assert await loaded(both.store, change.table.id) == change.table
        assert await both.store.entries(change.table, 3, 9) == change.entries
    assert both.apart.is_there


@pytest.mark.parametrize("no_row", [None, "\ud800"])
async def test_what_cannot_be_a_row_does_not_spoil_the_others(both: Both, no_row: object) -> None:
    good, bad = new(), new()
    bad = replace(bad, table=replace(bad.table, id=no_row))
    answers = await asyncio.gather(
        both.store.append(bad), both.store.append(good), return_exceptions=True
    )
    assert isinstance(answers[0], Unstored)
    assert answers[1] == Stored(1, fresh=True)
    assert await loaded(both.store, good.table.id) == good.table


async def test_a_pass_is_looked_at_by_the_server_itself(both: Both) -> None:
    table = (await opened(both.store, 1))[0]
    asking = replace(renamed(table, "0:a"), uses="no such pass")
    answers = await asyncio.gather(
        both.store.append(asking), both.store.append(new()), return_exceptions=True
    )
    assert type(answers[0]).__name__ == "PassUsed"
    assert answers[1] == Stored(1, fresh=True)
    assert (await loaded(both.store, table.id)).head == table.head


async def rename_on(store: Store, table: Table, count: int) -> list[Change]:
    """Rename so many times, one after the other; returns what was acknowledged."""
    done: list[Change] = []
    for number in range(count):
        change = renamed(table, f"0:{number}", f"N{number}")
        # Where the answer was lost, the same command is found stored.
        assert (await store.append(change)).seq == table.head + 1
        done.append(change)
        table = change.table
    return done


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGSTOP])
async def test_nothing_is_lost_or_doubled_when_it_dies_or_hangs(
    both: Both, monkeypatch: pytest.MonkeyPatch, how: signal.Signals
) -> None:
    monkeypatch.setattr(writer_process, "PATIENCE_S", 1.0)
    monkeypatch.setattr(writer_process, "AGAIN_S", 0.0)
    monkeypatch.setattr(write_queue, "CROWD", 2)
    tables = await opened(both.store, 10)
    writing = [asyncio.create_task(rename_on(both.store, table, 40)) for table in tables]
    hit: set[int] = set()
    while not all(task.done() for task in writing) and len(hit) < 4:
        if both.apart.is_there and both.pid not in hit:
            hit.add(both.pid)
            os.kill(both.pid, how)
        await asyncio.sleep(0.01)
    for task in writing:
        done = await task
        table = done[-1].table
        assert await loaded(both.store, table.id) == table
        steps = await both.store.entries(table, 3, table.head)
        # A rename that a later one replaces is stored without its name.
        entries = [change.entries[0] for change in done]
        assert [(step.seq, step.cmd) for step in steps] == [(e.seq, e.cmd) for e in entries]
        assert steps[-1] == entries[-1]
    assert hit
    assert both.errors == []


@pytest.mark.parametrize("fate", ["deleted", "replaced"])
async def test_it_acknowledges_nothing_in_a_file_that_is_gone(tmp_path: Path, fate: str) -> None:
    path = tmp_path / "x.db"
    async with both_at(path) as both:
        await both.there()
        tables = await opened(both.store, 4)
        path.rename(tmp_path / "kept.db")
        if fate == "replaced":
            path.touch()
        changes = [renamed(table, "0:a") for table in tables]
        answers = await asyncio.gather(*map(both.store.append, changes), return_exceptions=True)
        assert [type(each) for each in answers] == [Unstored] * 4
        (tmp_path / "kept.db").rename(path)
        answers = await asyncio.gather(*map(both.store.append, changes))
        assert answers == [Stored(4, fresh=True)] * 4


async def test_it_acknowledges_nothing_in_a_journal_that_is_gone(tmp_path: Path) -> None:
    path = tmp_path / "x.db"
    async with both_at(path) as both:
        await both.there()
        tables = await opened(both.store, 4)
        path.with_name("x.db-wal").unlink()
        changes = [renamed(table, "0:a") for table in tables]
        answers = await asyncio.gather(*map(both.store.append, changes), return_exceptions=True)
        assert [type(each) for each in answers] == [Unstored] * 4
    async with both_at(path) as both:
        assert await loaded(both.store, tables[0].id) == tables[0]


PROGRAM = """
import asyncio, sys
from pathlib import Path
from tests.server.test_writer_process import both_at

async def main():
    async with both_at(Path(sys.argv[1])) as both:
        await both.there()
        print(both.pid, flush=True)
        await asyncio.sleep(60)

asyncio.run(main())
"""


def test_it_ends_with_its_server(tmp_path: Path) -> None:
    command = [sys.executable, "-c", PROGRAM, str(tmp_path / "x.db")]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        writer = int(server.stdout.readline())
        server.kill()
    until = time.monotonic() + WAIT_S
    while Path(f"/proc/{writer}").exists():
        assert time.monotonic() < until
        time.sleep(0.01)


# --- the process by itself --------------------------------------------------------------------


INSERT, UPDATE = "INSERT INTO a VALUES (?, ?)", "UPDATE a SET b = ? WHERE id = ?"


@pytest.fixture
async def file(tmp_path: Path) -> AsyncIterator[Sqlite]:
    database = await open_database(str(tmp_path / "x.db"))
    assert isinstance(database, Sqlite)
    create = "CREATE TABLE a (id INTEGER PRIMARY KEY, b TEXT)"
    await database.write(lambda each: each.exec_driver_sql(create))
    yield database
    await database.close()


async def rows(file: Sqlite) -> list[tuple[object, ...]]:
    (found,) = await file.rows((select(text("id, b FROM a ORDER BY id")),), {})
    return [tuple(row) for row in found]


def batch(file: Sqlite, *runs: tuple[str, tuple[tuple[int | str, ...], ...]]) -> Batch:
    return Batch(str(file.path), file.identity, file.journal_identity, runs)


async def test_batches_that_come_together_are_written_or_not_each_as_a_whole(file: Sqlite) -> None:
    with contextlib.closing(Writer(contextlib.nullcontext)) as writer:
        one, two = batch(file, (INSERT, ((1, "x"), (2, "x")))), batch(file, (INSERT, ((3, "x"),)))
        assert writer.write([one, two]) == [DONE, DONE]
        fits = batch(file, (INSERT, ((4, "x"),)), (UPDATE, (("y", 1), ("y", 2))))
        finds_none = batch(file, (INSERT, ((5, "x"),)), (UPDATE, (("z", 1), ("z", 9))))
        clashes = batch(file, (UPDATE, (("z", 1),)), (INSERT, ((3, "z"),)))
        other = replace(batch(file, (INSERT, ((6, "x"),))), identity=(0, 0))
        answers = writer.write([finds_none, fits, clashes, other])
        assert answers == [NOT_DONE, DONE, NOT_DONE, NOT_DONE]
        assert writer.write([finds_none]) == [NOT_DONE]
        assert await rows(file) == [(1, "y"), (2, "y"), (3, "x"), (4, "x")]


async def test_a_line_that_says_nonsense_or_half_a_batch_hinders_no_other(file: Sqlite) -> None:
    alive, end = os.pipe()
    said: list[float] = []
    with WriterSocket() as at:
        told = (at.listening, contextlib.nullcontext, alive, lambda: said.append(time.monotonic()))
        writing = threading.Thread(target=write_on, args=told)
        writing.start()
        try:
            odd, gone, half, good = (socket.socket(socket.AF_UNIX) for _ in range(4))
            for each in (odd, gone, half, good):
                each.settimeout(WAIT_S)
                each.connect(at.path)
            odd.sendall((3).to_bytes(SIZE_BYTES, "big") + b"???")
            gone.sendall(2 * writer_process.framed(batch(file, (UPDATE, (("z", 9),)))))
            gone.close()  # neither can be answered
            one, two, three, four = (
                writer_process.framed(batch(file, (INSERT, ((number, "x"),))))
                for number in (1, 2, 3, 2)
            )
            half.sendall(one[:-1])
            good.sendall(two + three + four[:2])
            assert good.recv(1) + good.recv(1) == DONE + DONE
            good.sendall(four[2:])
            assert good.recv(9) == NOT_DONE, "there is such a row"
            assert odd.recv(9) == b""
            half.sendall(one[-1:])
            assert half.recv(9) == DONE
            for each in (odd, half, good):
                each.close()
        finally:
            os.close(end)
            await asyncio.to_thread(writing.join, WAIT_S)
            os.close(alive)
    assert not writing.is_alive()
    assert said
    assert await rows(file) == [(1, "x"), (2, "x"), (3, "x")]
