"""Permissions: every message from the host, another seat, a spectator and a stranger."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

import httpx
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus
from websockets.typing import Origin

from chabudai.core import Rng
from chabudai.server import protocol
from chabudai.server.app import routes
from tests.server.support import Guest, Line, Running, play_on

YES, NO, HOST = "accepted", "not-now", "not-host"
ROWS: dict[str, tuple[dict[str, Any], tuple[str, str], tuple[str, str]]] = {
    "act": ({"head": 0, "action": {"type": "pass"}}, (NO, NO), ("stale", "stale")),
    "ask": ({"question": {"type": "inputs", "word": "SAFE"}}, (NO, NO), ("answered", "answered")),
    "seat-bot": ({"seat": 2, "level": "easy"}, (YES, HOST), (YES, HOST)),
    "vacate": ({"seat": 2}, (YES, HOST), (YES, HOST)),
    "readmit": ({"name": "Ken"}, (YES, HOST), (YES, HOST)),
    "make-host": ({"seat": 1}, (YES, HOST), (YES, HOST)),
    "request": ({"kind": "host", "seat": 0}, (NO, NO), (NO, NO)),
    "agree": ({"number": 1}, (NO, NO), (NO, NO)),
    "decline": ({"number": 1}, (NO, NO), (NO, NO)),
    "substitute": ({"seat": 0, "level": "easy"}, (NO, NO), (NO, NO)),
    "skip": ({"seat": 0, "head": 0}, (NO, NO), (NO, NO)),
    "leave": ({"level": "easy"}, (YES, YES), (YES, YES)),
    "return": ({}, (YES, YES), (YES, YES)),
    "end": ({}, (NO, HOST), (YES, HOST)),
    "choose": ({"options": {"min_length": 3}}, (YES, HOST), (NO, HOST)),
    "rename": ({"name": "Nami"}, ("name-taken", YES), ("name-taken", YES)),  # a taken name
    "begin": ({"fill": "easy"}, (YES, HOST), (NO, HOST)),
    "again": ({}, (YES, HOST), (NO, NO)),
    "hasten": ({"hasten": True}, (YES, HOST), (YES, HOST)),
    "nudge": ({"seat": 0}, (NO, NO), (NO, NO)),
    "nudges": ({"nudges": False}, (YES, HOST), (YES, HOST)),
    "react": ({"reaction": "wow"}, (YES, YES), (YES, YES)),
    "say": ({"sentence": "hello"}, (YES, YES), (YES, YES)),
    "write": ({"text": "Hi"}, (YES, YES), (NO, NO)),
    "let-talk": ({"talk": False}, (YES, HOST), (YES, HOST)),
    "let-watch": ({"who": "seat"}, (YES, HOST), (YES, HOST)),
    "show-hand": ({"show": True}, (NO, NO), (NO, NO)),
    "end-screens": ({}, (YES, HOST), (YES, HOST)),
    "allow": ({"advice": True}, (YES, YES), (YES, YES)),
    "advise": ({}, (NO, NO), (NO, NO)),
    "show": ({}, (NO, NO), (NO, NO)),
    "cover": ({}, (NO, NO), (NO, NO)),
    "uncover": ({"seat": 1}, (NO, NO), (NO, NO)),
}
"""Each message's fields, and the answers to the host and another seat, in the lobby and in play."""
MESSAGES = {kind: fields for kind, (fields, *_) in ROWS.items()}


def test_every_message_has_a_row() -> None:
    kinds = {str(shape.__struct_config__.tag) for shape in get_args(protocol.FromClient)}
    assert set(ROWS) == kinds - {"ping"}


@pytest.mark.parametrize("begin", [False, True], ids=["lobby", "play"])
async def test_only_permitted_seats_change_a_table(site: Running, *, begin: bool) -> None:
    """The spectator is a stranger whose cookie belongs to another table."""
    stranger = await site.guest()
    await stranger.open()
    for kind, (fields, *rows) in ROWS.items():
        host, other = await site.seat(2, seats=3, begin=begin, fill="easy")
        watcher = await stranger.connect(host.table)
        expected = rows[begin]
        for line, wanted in ((watcher, "not-your-seat"), (other, expected[1]), (host, expected[0])):
            before = await site.stored(host.table)
            assert await line.result(type=kind, **fields) == wanted, kind
            if wanted not in (YES, "answered") and not begin:
                assert await site.stored(host.table) == before


async def test_a_player_cannot_make_a_chance_move(site: Running) -> None:
    (line,) = await site.seat(1, bots=["easy"], options={"first_player": 0}, seats=2)
    shuffle = {"type": "shuffle", "safes": [], "first": 0}
    assert (await line.act(shuffle))["code"] == "illegal"
    assert (await line.act(shuffle, head=10_000))["code"] == "malformed"


async def test_pages_of_other_sites_get_neither_socket_nor_call(site: Running) -> None:
    host = await site.guest()
    made = await host.open()
    url = f"{site.base.replace('http', 'ws', 1)}/ws/{made['table']}"
    others = "http://evil.example null http://127.0.0.1.evil.example http://127.0.0.1:1"
    for origin in others.split():
        with pytest.raises(InvalidStatus) as refused:
            await connect(url, origin=Origin(origin))
        assert refused.value.response.status_code == 403
        for path, body in (("tables", {"game": "word-bank"}), ("join", {}), ("qr", {})):
            answer = await host.http.post(f"/api/{path}", json=body, headers={"Origin": origin})
            assert answer.status_code == 403


async def test_secrets_are_kept_hashed_closed_to_scripts_and_cannot_be_made_up(
    site: Running, tmp_path: Any
) -> None:
    host, thief = await site.guests(2)
    order = {"game": "word-bank", "name": "Mika", "seats": 2}
    answer = await host.http.post("/api/tables", json=order)
    assert {"HttpOnly", "Path=/", "SameSite=lax"} <= set(answer.headers["set-cookie"].split("; "))
    secret = host.http.cookies["guest"]
    assert len(secret) == 43
    assert "set-cookie" not in (await host.http.post("/api/tables", json=order)).headers
    kept = b"".join(path.read_bytes() for path in tmp_path.glob("tables.db*"))
    assert secret.encode() not in kept
    assert answer.json()["invite"].encode() not in kept
    wish = {"name": "T", "table": answer.json()["table"]}
    for odd in (b"x", b"A" * 43, b"A" * 5000, b"\xe9", b"\xff;;;="):
        headers = [(b"Cookie", b"guest=" + odd)]
        joined = await thief.http.post("/api/join", json=wish, headers=headers)
        assert joined.json()["code"] == "wrong-secret"
        thief.http.cookies.clear()


HOSTING = Path(__file__).parents[2] / "docs" / "hosting.md"


def endpoints() -> Iterator[tuple[str, str]]:
    for route in routes():
        path = getattr(route, "path", "")
        if "{table}" in path and not path.startswith("/ws/"):
            methods = set(getattr(route, "methods", None) or {"GET"}) - {"HEAD"}
            yield from ((method, path) for method in sorted(methods))


async def everything(each: Guest, table: str) -> dict[tuple[str, str], httpx.Response]:
    """Map each endpoint about a table, by method and path, to its answer."""
    found: dict[tuple[str, str], httpx.Response] = {}
    for method, path in endpoints():
        filled = path.format(table=table, step=1, word="SAFE")
        body = {"step": 1, "seat": 0, "name": "Ken"} if method == "POST" else None
        query = {"step": 1} if path.endswith("/why") else None
        found[method, path] = await each.http.request(method, filled, json=body, params=query)
    return found


def fields(line: Line) -> Iterator[str]:
    """Map each kind of message sent over a socket to its fields with and without content."""
    for kind in sorted({message["type"] for message in line.messages}):
        came = line.of(kind)
        names = sorted({name for message in came for name in message} - {"type"})
        told = [name for name in names if any(has_content(message[name]) for message in came)]
        yield f"{kind}: {', '.join(told)}"
        if empty := sorted(set(names) - set(told)):
            yield f"{kind}, always empty: {', '.join(empty)}"


def has_content(value: Any) -> bool:
    return value is not None and value is not False and value not in ("", [], {})


async def test_table_address_reveals_exactly_what_the_documentation_lists(
    quick_site: Running,
) -> None:
    (line,) = await quick_site.seat(1, seats=2, begin=False, options={"first_player": 0})
    stranger, table = await quick_site.guest(), line.table
    watcher = await stranger.connect(table)
    before = await everything(stranger, table)
    await line.say(type="seat-bot", seat=1, level="easy")
    await line.say(type="hasten", hasten=True)
    await line.say(type="begin")
    during = await everything(stranger, table)
    await play_on(line, 0, Rng(1))
    await watcher.until(lambda: watcher.lobby["status"] == "over")
    after = await everything(stranger, table)
    listed = [
        f"{method:4} {path:38} "
        + " ".join(str(told[method, path].status_code) for told in (before, during, after))
        for method, path in endpoints()
    ]
    listed += fields(watcher)
    assert "\n".join(["```", *listed, "```"]) in HOSTING.read_text(), "\n".join(listed)
