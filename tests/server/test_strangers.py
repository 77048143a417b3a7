"""What one hostile stranger does slows nobody else: frames of every kind, sockets, addresses."""

import asyncio
import json
from dataclasses import replace
from pathlib import Path

import pytest

from chabudai.server.limits import FRAME_BYTES, Limits, Rate
from chabudai.server.settings import Settings
from tests.server.support import Guest, Running, guest, running
from tests.support.stranger import CONT, PING, TEXT, frame, socket_of

MANY = 30_000
PING_TEXT = b'{"type": "ping"}'
FLOODS = {
    "empty continuations": frame(TEXT, fin=False) + frame(CONT, fin=False) * 4 * MANY,
    "pings": frame(PING, b"." * 125) * MANY,
    "empty texts": frame(TEXT) * MANY,
}
"""Frames that are sent all at once."""


def settings_for(folder: Path, static: Path, limits: Limits) -> Settings:
    return Settings(db=f"{folder}/x.db", static=static, bot_workers=1, limits=limits)


async def renamed(mika: Guest, table: str, times: int) -> int:
    """The number of names that are accepted on one socket before it is closed."""
    async with mika.line(table) as line:
        await line.first("lobby")
        for number in range(times):
            await line.ws.send(json.dumps({"type": "rename", "id": f"{number}", "name": "Nami"}))
        assert await line.closing() == 1008
        return len(line.of("accepted"))


@pytest.mark.parametrize("flood", FLOODS)
async def test_a_flood_of_frames_of_any_kind_ends_its_socket_and_the_rest_is_not_read(
    tmp_path: Path, static: Path, flood: str
) -> None:
    settings = settings_for(tmp_path, static, replace(Limits(), closing_s=1.0))
    async with running(settings) as site, guest(site.base) as mika:
        made = await mika.open()
        async with mika.line(made["table"]) as line, socket_of(site.base, made["table"]) as hostile:
            hostile.writer.write(FLOODS[flood])
            await line.accept(type="rename", name="Nami")
            frames = await hostile.frames()
            assert int.from_bytes(frames[-1][1][:2]) == 1008
            burst = site.services.limits.received.burst
            assert len(frames) <= burst // len(frame(PING, b"." * 125)) + 5
        rule = "frames" if flood == "empty texts" else "received"
        assert site.services.metrics.limited.labels(rule)._value.get() == 1
        assert site.faults == 0


async def test_frames_are_read_alike_in_whatever_pieces_they_come(
    tmp_path: Path, static: Path
) -> None:
    whole, long = frame(TEXT, PING_TEXT), frame(TEXT, PING_TEXT + b" " * 300)
    parts = frame(TEXT, PING_TEXT[:4], fin=False) + frame(CONT, PING_TEXT[4:])
    pieces = [
        piece for each in (whole, long) for cut in range(1, 16) for piece in halves(each, cut)
    ]
    pieces += [
        *halves(frame(PING, whole), 6),
        parts,
        whole,
        *halves(parts, 9),
        whole + whole,
        long,
        frame(PING),
        whole,
    ]
    most = replace(Limits(), frames=Rate(1000, 0.001))
    async with running(settings_for(tmp_path, static, most)) as site, guest(site.base) as mika:
        made = await mika.open()
        async with socket_of(site.base, made["table"]) as hostile:
            for piece in pieces:
                hostile.writer.write(piece)
                await asyncio.sleep(0.001)  # long enough, nearly always, to be read by itself
            hostile.writer.write(frame(TEXT, b"\xff"))
            told = await hostile.frames()
    pongs = [text for _, text in told if b'"pong"' in text]
    assert len(pongs) == 4 * 15 + 8
    assert int.from_bytes(told[-1][1][:2]) == 1007


def halves(data: bytes, cut: int) -> tuple[bytes, bytes, bytes]:
    """Bytes in two pieces, and all of them."""
    return data[:cut], data[cut:], data


async def test_a_new_socket_is_no_new_limit_for_a_seat(tmp_path: Path, static: Path) -> None:
    limits = replace(Limits(), frames=Rate(30, 3600.0))
    async with running(settings_for(tmp_path, static, limits)) as site, guest(site.base) as mika:
        made, other = await mika.open(), await mika.open()
        first = await renamed(mika, made["table"], 20 + 11)
        assert first == 30
        assert await renamed(mika, made["table"], 5) == 0
        async with mika.line(other["table"]) as line:
            await line.accept(type="rename", name="Nami")


async def test_one_address_has_one_limit_whatever_its_seats(tmp_path: Path, static: Path) -> None:
    limits = replace(Limits(), messages=Rate(25, 3600.0), openings=Rate(2, 3600.0))
    async with running(settings_for(tmp_path, static, limits)) as site, guest(site.base) as mika:
        tables = [(await mika.open())["table"] for _ in range(3)]
        async with mika.line(tables[0]) as line:
            for number in range(20):
                answer = await line.say(type="rename", name=f"N{number}")
                assert answer["type"] == "accepted"
        assert await renamed(mika, tables[1], 10) == 5
        async with mika.line(tables[2]) as line:
            assert await line.closing() == 1013


async def test_frames_that_are_too_long_end_in_1009_though_more_is_on_its_way(
    site: Running,
) -> None:
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
