"""Bounds on stored bytes: SQLite's journal."""

import sqlite3
from contextlib import closing

from chabudai.server.sqlite_file import JOURNAL_BYTES, journal_of
from tests.server.support import Running, guest


async def test_the_journal_is_truncated_after_a_reader_that_hung(quick_site: Running) -> None:
    path = quick_site.services.store.database.path
    async with guest(quick_site.base) as mika:
        made = await mika.open()
        async with mika.line(made["table"]) as line:
            with closing(sqlite3.connect(path, isolation_level=None)) as reader:
                reader.execute("BEGIN")
                reader.execute("SELECT count(*) FROM log").fetchall()
                while journal_of(path).stat().st_size < 2 * JOURNAL_BYTES:
                    await line.say(type="rename", name="Nami" * 8)
            for _ in range(3):
                await line.say(type="rename", name="Mika")
            assert journal_of(path).stat().st_size <= JOURNAL_BYTES
