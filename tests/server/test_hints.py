"""Hints: who is told of them when somebody else cannot be."""

import asyncio
import contextlib
import socket
from typing import Any

from chabudai.server.live.hints import Hints
from chabudai.server.processes.siblings import Family, Siblings
from chabudai.server.store.database import where
from chabudai.server.store.postgres import Postgres
from tests.server.test_store import new


async def test_workers_are_told_while_the_database_does_not_answer() -> None:
    heard, family = asyncio.Queue[str](), Family(2)
    there = Siblings(family, 1)
    there.listen(heard.put_nowait, lambda *_: asyncio.sleep(0), bytes)
    dumb = socket.create_server(("127.0.0.1", 0))
    port = dumb.getsockname()[1]
    database = Postgres(where(f"postgresql://nobody@127.0.0.1:{port}/none"))
    nobody: Any = None  # hears what others say: nobody says anything
    sender, table = Hints(database, "here", nobody, Siblings(family, 0)), new().table
    sending = asyncio.create_task(sender.run())
    try:
        with there.follow(table.id):
            sender.note(table)
        assert await asyncio.wait_for(heard.get(), 20) == f"{table.id} {table.head}"
        sender.note_guests(table.id, (0, 2))
        assert await asyncio.wait_for(heard.get(), 20) == f"{table.id} here@0.2"
    finally:
        sending.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await sending
        dumb.close()
        await database.close()
        asyncio.get_running_loop().remove_reader(family.lines[1][1].fileno())
        family.close()


def test_workers_are_told_of_the_tables_that_they_may_follow_only() -> None:
    family = Family(2)
    here, there = Siblings(family, 0), Siblings(family, 1)
    try:
        ids = [f"table{number}" for number in range(20)]
        own = [each for each in ids if here.home(each) == 0]
        others = [each for each in ids if here.home(each) == 1]
        assert own
        assert others
        assert not any(map(here.may_follow, own))
        assert all(map(here.may_follow, others)), "they are played there"
        with there.follow(others[0]):
            assert not any(map(here.may_follow, own))
        with there.follow(own[0]):
            with there.follow(own[0]):
                assert all(map(here.may_follow, own)), "which of them is not told"
            assert here.may_follow(own[0])
            assert not any(map(there.may_follow, others)), "a visitor there is not one here"
        assert not any(map(here.may_follow, own))
    finally:
        family.close()


async def test_a_worker_that_replaces_another_has_no_visitors() -> None:
    family = Family(2)
    here, died, there = Siblings(family, 0), Siblings(family, 1), Siblings(family, 1)
    own = next(each for each in map(str, range(20)) if here.home(each) == 0)
    try:
        with died.follow(own):
            there.listen(list[str]().append, lambda *_: asyncio.sleep(0), bytes)
            assert not here.may_follow(own)
    finally:
        asyncio.get_running_loop().remove_reader(family.lines[1][1].fileno())
        family.close()
