"""Clients that attack a server, each in a different way: `python -m bench.hostile BASE TABLE
WAY...`

`bench_hostile` starts them in another process and ends them. Each attack comes from a separate
address in the loopback network. TABLE is the id of a table with a long log.
"""

import asyncio
import contextlib
import json
import os
import struct
import sys
from collections.abc import AsyncGenerator, Awaitable, Callable
from typing import Any

CONT, TEXT, PING = 0x0, 0x1, 0x9
FIN = 0x80
GONE = (OSError, asyncio.IncompleteReadError, asyncio.LimitOverrunError, TimeoutError)
AGAIN_S = 0.1
"""Seconds until a client reconnects after its connection was closed."""
MOST = 1100
"""Number of silent connections to hold."""
MISSION = {"mode": "buddy", "name": "x"}
ORDER = {"game": "word-bank", "name": "X", "seats": 2}


def frame(opcode: int, payload: bytes = b"", last: int = FIN) -> bytes:
    """Return a client's WebSocket frame, masked with zeros."""
    size, head = len(payload), bytes([opcode | last])
    head += bytes([0x80 | size]) if size < 126 else b"\xfe" + struct.pack("!H", size)
    return head + bytes(4) + payload


class Hostile:
    """A hostile client of a server, with its own address."""

    def __init__(self, base: str, table: str, number: int) -> None:
        self.base = base
        self.table = table
        self.address = f"127.0.9.{number + 1}"
        self.port = int(base.rpartition(":")[2])
        self.cookie = ""

    @contextlib.asynccontextmanager
    async def connected(self) -> AsyncGenerator[tuple[asyncio.StreamReader, asyncio.StreamWriter]]:
        """Open a connection."""
        reader, writer = await asyncio.open_connection(
            "127.0.0.1", self.port, local_addr=(self.address, 0)
        )
        try:
            yield reader, writer
        finally:
            writer.transport.abort()

    @contextlib.asynccontextmanager
    async def socket(
        self, table: str
    ) -> AsyncGenerator[tuple[asyncio.StreamReader, asyncio.StreamWriter]]:
        """Open a WebSocket that receives a table's steps from the first one."""
        async with self.connected() as (reader, writer):
            writer.write(
                f"GET /ws/{table}?since=0 HTTP/1.1\r\nHost: {self.base[7:]}\r\n"
                "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                f"Origin: {self.base}\r\nCookie: {self.cookie}\r\n"
                "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n".encode()
            )
            await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), 20)
            yield reader, writer

    async def post(self, path: str, body: Any) -> bytes:
        """Send a request and return the answer."""
        async with self.connected() as (reader, writer):
            text = json.dumps(body).encode()
            writer.write(
                f"POST {path} HTTP/1.1\r\nHost: {self.base[7:]}\r\nOrigin: {self.base}\r\n"
                f"Content-Type: application/json\r\nContent-Length: {len(text)}\r\n"
                "Connection: close\r\n\r\n".encode()
                + text
            )
            return await asyncio.wait_for(reader.read(), 90)

    async def own_table(self, **order: Any) -> str:
        """Open a table with this client in one seat. Return its id."""
        said = await self.post("/api/tables", {**ORDER, **order})
        self.cookie = said.partition(b"set-cookie: ")[2].partition(b";")[0].decode()
        table: str = json.loads(said.partition(b"\r\n\r\n")[2])["table"]
        return table

    async def pour(self, flood: bytes) -> None:
        """Send `flood` over a socket repeatedly, until the socket is closed."""
        async with self.socket(self.table) as (reader, writer):
            reading = asyncio.create_task(swallow(reader))
            try:
                while not reading.done():
                    writer.write(flood)
                    await asyncio.wait_for(writer.drain(), 20)
            finally:
                reading.cancel()


async def swallow(reader: asyncio.StreamReader) -> None:
    with contextlib.suppress(*GONE):
        while await reader.read(1 << 16):
            pass


# --- Attacks


async def continuations(who: Hostile) -> None:
    """Send empty continuation frames of a message that never ends."""
    await who.pour(frame(TEXT, b"", 0) + frame(CONT, b"", 0) * 20_000)


async def pings(who: Hostile) -> None:
    """Send pings of the maximum length."""
    await who.pour(frame(PING, b"." * 125) * 5_000)


async def commands(who: Hostile) -> None:
    """Rename a seat repeatedly over new sockets, so that each rename is a stored step."""
    if not who.cookie:
        who.table = await who.own_table()
    rename = json.dumps({"type": "rename", "id": os.urandom(6).hex(), "name": "X"}).encode()
    await who.pour(b"".join(frame(TEXT, rename) for _ in range(50)))


async def stories(who: Hostile) -> None:
    """Repeatedly watch the table with the long log, from its first step, over twenty sockets."""

    async def watch() -> None:
        async with who.socket(who.table) as (reader, _):
            await asyncio.wait_for(reader.read(1 << 20), 20)

    await asyncio.gather(*(watch() for _ in range(20)), return_exceptions=True)


async def silence(who: Hostile) -> None:
    """Open connections that send either nothing or an endless request header."""

    async def wait(number: int) -> None:
        async with who.connected() as (reader, writer):
            writer.write(b"" if number % 2 else b"GET / HTTP/1.1\r\nA: " + b"a" * 30_000)
            await swallow(reader)

    await asyncio.gather(*(wait(number) for number in range(MOST)), return_exceptions=True)


async def guesses(who: Hostile) -> None:
    """Guess table codes, eight at a time."""
    codes = (f"{number:04}" for number in range(0, 10_000, 1250))
    bodies = [{"name": "X", "code": code} for code in codes]
    await asyncio.gather(*(who.post("/api/join", each) for each in bodies))


async def pages(who: Hostile) -> None:
    """Pipeline requests for pages over sixteen connections, without waiting for answers."""

    async def ask() -> None:
        async with who.connected() as (reader, writer):
            one = f"GET /api/rules/kakapo HTTP/1.1\r\nHost: {who.base[7:]}\r\n\r\n".encode()
            reading = asyncio.create_task(swallow(reader))
            while not reading.done():
                writer.write(one * 50)
                await asyncio.wait_for(writer.drain(), 20)
                await asyncio.sleep(0.01)

    await asyncio.gather(*(ask() for _ in range(16)), return_exceptions=True)


async def nowhere(who: Hostile) -> None:
    """Open sockets for tables that do not exist."""

    async def come() -> None:
        async with who.socket("aaaaaaaaaaaaaaaa") as (reader, _):
            await asyncio.wait_for(reader.read(), 20)

    await asyncio.gather(*(come() for _ in range(20)), return_exceptions=True)


async def deafness(who: Hostile) -> None:
    """Ask questions and never read the answers."""
    if not who.cookie:
        who.table = await who.own_table(bots=["easy"], begin=True)
    asked = {"type": "ask", "id": "q", "question": {"type": "inputs", "word": "STATEMENTS"}}
    async with who.socket(who.table) as (reader, writer):
        while not reader.at_eof():
            writer.write(frame(TEXT, json.dumps(asked).encode()) * 4)
            await asyncio.sleep(0.5)


async def boards(who: Hostile) -> None:
    """Submit twenty missions for checking at the same time, repeatedly."""
    await asyncio.gather(*(who.post("/api/studio/kakapo", MISSION) for _ in range(20)))


async def experts(who: Hostile) -> None:
    """Open twenty tables at which only expert bots play, each with a spectator."""
    tables = [
        await who.own_table(seats=4, bots=["expert"] * 3, begin=True, options={"first_player": 1})
        for _ in range(20)
    ]

    async def sit(table: str) -> None:
        async with who.socket(table) as (reader, writer):
            hasten = {"type": "hasten", "id": "h", "hasten": True}
            writer.write(frame(TEXT, json.dumps(hasten).encode()))
            await swallow(reader)

    await asyncio.gather(*(sit(table) for table in tables), return_exceptions=True)


WAYS: dict[str, Callable[[Hostile], Awaitable[None]]] = {
    each.__name__: each
    for each in (
        continuations,
        pings,
        commands,
        stories,
        deafness,
        silence,
        pages,
        nowhere,
        guesses,
        boards,
        experts,
    )
}


async def go_on(who: Hostile, way: Callable[[Hostile], Awaitable[None]]) -> None:
    """Repeat this attack endlessly, whatever the server does."""
    while True:
        with contextlib.suppress(*GONE, ValueError, KeyError):
            await way(who)
        await asyncio.sleep(AGAIN_S)


async def main() -> None:
    base, table, *ways = sys.argv[1:]
    numbered = {way: number for number, way in enumerate(WAYS)}
    await asyncio.gather(*(go_on(Hostile(base, table, numbered[way]), WAYS[way]) for way in ways))


if __name__ == "__main__":
    os.nice(10)  # the measured clients have a machine of their own
    asyncio.run(main())
