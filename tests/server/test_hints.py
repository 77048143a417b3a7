"""Hints: who is told of them when somebody else cannot be."""

import asyncio
import contextlib
import socket

from chabudai.server.database import Postgres, where
from chabudai.server.hints import HintSender
from chabudai.server.siblings import Family, Siblings
from tests.server.test_store import new


async def test_workers_are_told_while_the_database_does_not_answer() -> None:
    heard, family = asyncio.Queue[str](), Family(2)
    there = Siblings(family, 1)
    there.listen(heard.put_nowait, lambda *_: asyncio.sleep(0), bytes)
    dumb = socket.create_server(("127.0.0.1", 0))
    port = dumb.getsockname()[1]
    database = Postgres(where(f"postgresql://nobody@127.0.0.1:{port}/none"))
    sender, table = HintSender(database, "here", Siblings(family, 0)), new().table
    sending = asyncio.create_task(sender.run())
    try:
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
