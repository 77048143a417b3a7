"""Limits on one hostile client: its frames of every kind, its sockets and its addresses."""

import asyncio
import json

import pytest

from chabudai.server.limits import FRAME_BYTES, Limits, Rate
from tests.server.support import Guest, Running, Serve
from tests.support.stranger import CONT, PING, TEXT, frame, socket_of

MANY = 30_000
PING_TEXT = b'{"type": "ping"}'
FLOODS = {
    "empty continuations": frame(TEXT, fin=False) + frame(CONT, fin=False) * 4 * MANY,
    "pings": frame(PING, b"." * 125) * MANY,
    "empty texts": frame(TEXT) * MANY,
}
"""Frames sent in a single write."""


async def renamed(mika: Guest, table: str, times: int) -> int:
    """Count the renames that one socket has accepted before it is closed."""
    async with mika.line(table) as line:
        await line.first("lobby")
        for number in range(times):
            await line.ws.send(json.dumps({"type": "rename", "id": f"{number}", "name": "Nami"}))
        assert await line.closing() == 1008
        return len(line.of("accepted"))


@pytest.mark.parametrize("flood", FLOODS)
async def test_a_flood_of_frames_ends_its_socket_and_the_rest_is_not_read(
    serve: Serve, flood: str
) -> None:
    site = await serve(limits=Limits(closing_s=1.0))
    (line,) = await site.seat(1, seats=2, begin=False)
    async with socket_of(site.base, line.table) as hostile:
        hostile.writer.write(FLOODS[flood])
        await line.accept(type="rename", name="Nami")
        frames = await hostile.frames()
    assert int.from_bytes(frames[-1][1][:2]) == 1008
    burst = site.services.limits.received.burst
    assert len(frames) <= burst // len(frame(PING, b"." * 125)) + 5
    rule = "frames" if flood == "empty texts" else "received"
    assert site.services.metrics.limited.labels(rule)._value.get() == 1
    assert site.faults == 0


async def test_frames_are_read_alike_in_pieces_of_any_size(serve: Serve) -> None:
    whole, long = frame(TEXT, PING_TEXT), frame(TEXT, PING_TEXT + b" " * 300)
    parts = frame(TEXT, PING_TEXT[:4], fin=False) + frame(CONT, PING_TEXT[4:])
    pieces = [
        piece for each in (whole, long) for cut in range(1, 16) for piece in halves(each, cut)
    ]
    pieces += [*halves(frame(PING, whole), 6), parts, whole, *halves(parts, 9)]
    pieces += [whole + whole, long, frame(PING), whole]
    site = await serve(limits=Limits(frames=Rate(1000, 0.001)))
    made = await (await site.guest()).open()
    async with socket_of(site.base, made["table"]) as hostile:
        for piece in pieces:
            hostile.writer.write(piece)
            await asyncio.sleep(0.001)  # long enough, nearly always, to be read separately
        hostile.writer.write(frame(TEXT, b"\xff"))
        frames = await hostile.frames()
    assert len([text for _, text in frames if b'"pong"' in text]) == 4 * 15 + 8
    assert int.from_bytes(frames[-1][1][:2]) == 1007


def halves(data: bytes, cut: int) -> tuple[bytes, bytes, bytes]:
    """Return the bytes before and after `cut`, and all of them."""
    return data[:cut], data[cut:], data


async def test_a_seat_has_one_limit_for_all_its_sockets(serve: Serve) -> None:
    mika = await (await serve(limits=Limits(frames=Rate(30, 3600.0)))).guest()
    made, other = await mika.open(), await mika.open()
    assert await renamed(mika, made["table"], 31) == 30
    assert await renamed(mika, made["table"], 5) == 0
    await (await mika.connect(other["table"])).accept(type="rename", name="Nami")


async def test_an_address_has_one_limit_for_all_its_seats(serve: Serve) -> None:
    site = await serve(limits=Limits(messages=Rate(25, 3600.0), openings=Rate(2, 3600.0)))
    mika = await site.guest()
    tables = [(await mika.open())["table"] for _ in range(3)]
    line = await mika.connect(tables[0])
    for number in range(20):
        await line.accept(type="rename", name=f"N{number}")
    assert await renamed(mika, tables[1], 10) == 5
    assert await (await mika.connect(tables[2])).closing() == 1013


async def test_frames_that_are_too_long_close_with_1009_even_if_more_follow(site: Running) -> None:
    mika = await site.guest()
    made = await mika.open()
    for size in (FRAME_BYTES + 1, 1 << 20):
        async with socket_of(site.base, made["table"]) as hostile:
            hostile.writer.write(frame(TEXT, b" " * size) * 3)
            assert await hostile.code() == 1009
    async with socket_of(site.base, made["table"], mika) as fair:
        fair.writer.write(frame(TEXT, b"\xff"))
        assert await fair.code() == 1007
    assert site.faults == 0
