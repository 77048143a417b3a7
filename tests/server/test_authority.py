"""Permissions: every message from the host, another seat, a spectator and a stranger."""

import json
from typing import Any, get_args

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus
from websockets.typing import Origin

from chabudai.server import protocol
from tests.server.support import Running

MESSAGES: dict[str, dict[str, Any]] = {
    "act": {"head": 0, "action": {"type": "pass"}},
    "ask": {"question": {"type": "inputs", "word": "SAFE"}},
    "seat-bot": {"seat": 2, "level": "easy"},
    "vacate": {"seat": 2},
    "readmit": {"name": "Ken"},
    "substitute": {"seat": 0, "level": "easy"},
    "skip": {"seat": 0, "head": 0},
    "leave": {"level": "easy"},
    "return": {},
    "end": {},
    "resize": {"seats": 3},
    "choose": {"options": {"min_length": 3}},
    "rename": {"name": "Nami"},
    "begin": {"fill": "easy"},
    "again": {},
    "hasten": {"hasten": True},
    "allow": {"advice": True},
    "advise": {},
}
YES, NO = "accepted", "not-now"
EXPECTED = {
    # message: what the host and another seat are answered in the lobby, and in play
    "act": ((NO, NO), ("stale", "stale")),
    "ask": ((NO, NO), ("answered", "answered")),
    "seat-bot": ((YES, "not-host"), (YES, "not-host")),
    "vacate": ((YES, "not-host"), (YES, "not-host")),
    "readmit": ((YES, "not-host"), (YES, "not-host")),
    "substitute": ((NO, NO), (NO, NO)),
    "skip": ((NO, NO), (NO, NO)),
    "leave": ((YES, YES), (YES, YES)),
    "return": ((YES, YES), (YES, YES)),
    "end": ((NO, "not-host"), (YES, "not-host")),
    "resize": ((YES, "not-host"), (NO, "not-host")),
    "choose": ((YES, "not-host"), (NO, "not-host")),
    "rename": (("name-taken", YES), ("name-taken", YES)),  # the other guest has it by then
    "begin": ((YES, "not-host"), (NO, "not-host")),
    "again": ((NO, NO), (NO, NO)),
    "hasten": ((YES, "not-host"), (YES, "not-host")),
    "allow": ((YES, YES), (YES, YES)),
    "advise": ((NO, NO), (NO, NO)),
}


def tags() -> set[str]:
    """Every message a client may send."""
    return {str(shape.__struct_config__.tag) for shape in get_args(protocol.FromClient)}


def test_every_message_has_a_row() -> None:
    assert set(MESSAGES) == set(EXPECTED) == tags() - {"ping"}


@pytest.mark.parametrize("begin", [False, True], ids=["lobby", "play"])
async def test_only_permitted_seats_change_a_table(site: Running, *, begin: bool) -> None:
    """The spectator is a stranger whose cookie is of another table."""
    stranger = await site.guest()
    await stranger.open()
    for kind, rows in EXPECTED.items():
        host, other = await site.seat(2, seats=3, begin=begin, fill="easy")
        watcher = await stranger.connect(host.table)
        expected = rows[begin]
        for line, wanted in ((watcher, "not-your-seat"), (other, expected[1]), (host, expected[0])):
            before = await site.stored(host.table)
            answer = await line.say(type=kind, **MESSAGES[kind])
            assert answer.get("code", answer["type"]) == wanted, kind
            if wanted not in (YES, "answered") and not begin:
                assert await site.stored(host.table) == before


async def test_a_player_cannot_make_a_chance_move(site: Running) -> None:
    host = await site.guest()
    made = await host.open(bots=["easy", "easy"], begin=True, options={"first_player": 0})
    line = await host.connect(made["table"])
    update = await line.first("update")
    shuffle = {"type": "shuffle", "safes": [], "first": 0}
    refused = await line.say(type="act", head=update["seq"], action=shuffle)
    assert refused["code"] == "illegal"
    assert (await line.say(type="act", head=10_000, action=shuffle))["code"] == "malformed"


@pytest.mark.parametrize(
    "origin", ["http://evil.example", "null", "http://127.0.0.1.evil.example", "http://127.0.0.1:1"]
)
async def test_pages_of_other_sites_get_neither_socket_nor_call(site: Running, origin: str) -> None:
    host = await site.guest()
    made = await host.open()
    url = f"{site.base.replace('http', 'ws', 1)}/ws/{made['table']}"
    with pytest.raises(InvalidStatus) as refused:
        await connect(url, origin=Origin(origin))
    assert refused.value.response.status_code == 403
    for path, body in (("tables", {"game": "word-bank"}), ("join", {}), ("qr", {})):
        answer = await host.http.post(f"/api/{path}", json=body, headers={"Origin": origin})
        assert answer.status_code == 403


async def test_a_made_up_cookie_opens_no_seat(site: Running) -> None:
    host, thief = await site.guests(2)
    made = await host.open()
    for odd in (b"x", b"A" * 43, b"A" * 5000, b"\xe9", b"\xff;;;="):
        answer = await thief.http.post(
            "/api/join",
            json={"name": "T", "table": made["table"]},
            headers=[(b"Cookie", b"guest=" + odd)],
        )
        assert answer.json()["code"] == "wrong-secret"
        thief.http.cookies.clear()


async def test_the_secret_is_kept_hashed_and_the_cookie_is_closed_to_scripts(
    site: Running, tmp_path: Any
) -> None:
    host = await site.guest()
    order = {"game": "word-bank", "name": "Mika", "seats": 2}
    answer = await host.http.post(
        "/api/tables", content=json.dumps(order), headers={"Content-Type": "application/json"}
    )
    cookie = answer.headers["set-cookie"]
    assert {"HttpOnly", "Path=/", "SameSite=lax"} <= set(cookie.split("; "))
    secret = host.http.cookies["guest"]
    assert len(secret) == 43
    assert "set-cookie" not in (await host.http.post("/api/tables", json=order)).headers
    kept = b"".join(path.read_bytes() for path in tmp_path.glob("tables.db*"))
    assert secret.encode() not in kept
    assert answer.json()["invite"].encode() not in kept
