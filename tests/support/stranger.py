"""A client that violates the protocol by sending arbitrary bytes."""

import asyncio
import contextlib
import struct
from collections.abc import AsyncIterator
from dataclasses import dataclass

from tests.server.support import PATIENCE_S, Guest

CONT, TEXT, PING = 0x0, 0x1, 0x9
FIN = 0x80


def frame(opcode: int, payload: bytes = b"", fin: bool = True) -> bytes:
    """Return a WebSocket frame as a client sends it, masked with zeros."""
    size, head = len(payload), bytes([opcode | (FIN if fin else 0)])
    if size < 126:
        head += bytes([0x80 | size])
    elif size < 1 << 16:
        head += b"\xfe" + struct.pack("!H", size)
    else:
        head += b"\xff" + struct.pack("!Q", size)
    return head + bytes(4) + payload


@dataclass(slots=True)
class Stranger:
    """A raw connection to a server."""

    reader: asyncio.StreamReader
    writer: asyncio.StreamWriter

    async def frames(self) -> list[tuple[int, bytes]]:
        """Return the opcode and payload of every frame until the connection ends."""
        found: list[tuple[int, bytes]] = []
        async with asyncio.timeout(PATIENCE_S):
            with contextlib.suppress(asyncio.IncompleteReadError, ConnectionError):
                while True:
                    first, size = await self.reader.readexactly(2)
                    if size >= 126:
                        more = await self.reader.readexactly(2 if size == 126 else 8)
                        size = int.from_bytes(more)
                    found.append((first & 0xF, await self.reader.readexactly(size)))
        return found

    async def code(self) -> int:
        """Return the close code of the WebSocket."""
        opcode, payload = (await self.frames())[-1]
        assert opcode == 0x8
        return int.from_bytes(payload[:2])

    async def rest(self) -> bytes:
        """Return all remaining data until the connection ends."""
        said = b""
        async with asyncio.timeout(PATIENCE_S):
            with contextlib.suppress(ConnectionError):
                while more := await self.reader.read(65_536):
                    said += more
        return said


@contextlib.asynccontextmanager
async def stranger(base: str, host: str = "127.0.0.1") -> AsyncIterator[Stranger]:
    """Open a connection from an address of this machine."""
    port = int(base.rpartition(":")[2])
    reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(host, 0))
    try:
        yield Stranger(reader, writer)
    finally:
        writer.transport.abort()


@contextlib.asynccontextmanager
async def socket_of(
    base: str, table: str, mika: Guest | None = None, host: str = "127.0.0.1"
) -> AsyncIterator[Stranger]:
    """Open a WebSocket at a table."""
    async with stranger(base, host) as each:
        cookie = "" if mika is None else f"Cookie: guest={mika.http.cookies['guest']}\r\n"
        each.writer.write(
            f"GET /ws/{table} HTTP/1.1\r\nHost: {base[7:]}\r\nUpgrade: websocket\r\n"
            f"Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\nOrigin: {base}\r\n{cookie}"
            "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n".encode()
        )
        assert b" 101 " in await asyncio.wait_for(each.reader.readuntil(b"\r\n\r\n"), PATIENCE_S)
        yield each
