"""Permissions: every message from the host, another seat, a spectator and a stranger."""

import json
from typing import Any, get_args

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus
from websockets.typing import Origin

from chabudai.server import protocol
from tests.server.support import Running

YES, NO, HOST = "accepted", "not-now", "not-host"
ROWS: dict[str, tuple[dict[str, Any], tuple[str, str], tuple[str, str]]] = {
    "act": ({"head": 0, "action": {"type": "pass"}}, (NO, NO), ("stale", "stale")),
    "ask": ({"question": {"type": "inputs", "word": "SAFE"}}, (NO, NO), ("answered", "answered")),
    "seat-bot": ({"seat": 2, "level": "easy"}, (YES, HOST), (YES, HOST)),
    "vacate": ({"seat": 2}, (YES, HOST), (YES, HOST)),
    "readmit": ({"name": "Ken"}, (YES, HOST), (YES, HOST)),
    "substitute": ({"seat": 0, "level": "easy"}, (NO, NO), (NO, NO)),
    "skip": ({"seat": 0, "head": 0}, (NO, NO), (NO, NO)),
    "leave": ({"level": "easy"}, (YES, YES), (YES, YES)),
    "return": ({}, (YES, YES), (YES, YES)),
    "end": ({}, (NO, HOST), (YES, HOST)),
    "resize": ({"seats": 3}, (YES, HOST), (NO, HOST)),
    "choose": ({"options": {"min_length": 3}}, (YES, HOST), (NO, HOST)),
    "rename": ({"name": "Nami"}, ("name-taken", YES), ("name-taken", YES)),  # a taken name
    "begin": ({"fill": "easy"}, (YES, HOST), (NO, HOST)),
    "again": ({}, (NO, NO), (NO, NO)),
    "hasten": ({"hasten": True}, (YES, HOST), (YES, HOST)),
    "allow": ({"advice": True}, (YES, YES), (YES, YES)),
    "advise": ({}, (NO, NO), (NO, NO)),
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
            answer = await line.say(type=kind, **fields)
            assert answer.get("code", answer["type"]) == wanted, kind
            if wanted not in (YES, "answered") and not begin:
                assert await site.stored(host.table) == before


async def test_a_player_cannot_make_a_chance_move(site: Running) -> None:
    host = await site.guest()
    made = await host.open(bots=["easy", "easy"], begin=True, options={"first_player": 0})
    line = await host.connect(made["table"])
    update = await line.first("update")
    shuffle = {"type": "shuffle", "safes": [], "first": 0}
    assert (await line.say(type="act", head=update["seq"], action=shuffle))["code"] == "illegal"
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
    assert {"HttpOnly", "Path=/", "SameSite=lax"} <= set(answer.headers["set-cookie"].split("; "))
    secret = host.http.cookies["guest"]
    assert len(secret) == 43
    assert "set-cookie" not in (await host.http.post("/api/tables", json=order)).headers
    kept = b"".join(path.read_bytes() for path in tmp_path.glob("tables.db*"))
    assert secret.encode() not in kept
    assert answer.json()["invite"].encode() not in kept
