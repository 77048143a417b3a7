"""Who may do what: every message for the host, another seat, a spectator and a stranger."""

import json
from typing import Any, get_args

import pytest

from chabudai.server import protocol
from tests.server.support import Line, Running, guest

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


async def result(line: Line, kind: str) -> str:
    answer = await line.say(type=kind, **MESSAGES[kind])
    return str(answer["code"] if answer["type"] == "refused" else answer["type"])


async def test_in_the_lobby_only_who_may_changes_it(site: Running) -> None:
    for kind, (row, _) in EXPECTED.items():
        await check_row(site, kind, row, begin=False)


async def test_in_play_only_who_may_changes_it(site: Running) -> None:
    for kind, (_, row) in EXPECTED.items():
        await check_row(site, kind, row, begin=True)


async def check_row(site: Running, kind: str, row: tuple[str, str], *, begin: bool) -> None:
    """The spectator is a stranger whose cookie is of another table; nothing they say counts."""
    async with guest(site.base) as host, guest(site.base) as other, guest(site.base) as third:
        made = await host.open()
        await other.join(table=made["table"], secret=made["invite"])
        await third.open()
        async with (
            host.line(made["table"]) as first,
            other.line(made["table"]) as second,
            third.line(made["table"]) as watcher,
        ):
            if begin:
                await first.say(type="begin", fill="easy")
                await second.first("update")
            for line, expected in ((watcher, "not-your-seat"), (second, row[1]), (first, row[0])):
                before = await stored(site, made["table"])
                assert await result(line, kind) == expected, kind
                if expected not in (YES, "answered") and not begin:
                    assert await stored(site, made["table"]) == before


async def stored(site: Running, table: str) -> Any:
    found = await site.services.store.load(table)
    assert found is not None
    return found


async def test_a_move_for_someone_else_is_not_made(site: Running) -> None:
    async with guest(site.base) as host, guest(site.base) as other:
        made = await host.open(seats=2, options={"first_player": 0})
        await other.join(table=made["table"], secret=made["invite"])
        async with host.line(made["table"]) as first, other.line(made["table"]) as second:
            await first.say(type="begin", fill=None)
            update = await second.first("update")
            move = {"type": "act", "head": update["seq"], "action": {"type": "pass"}}
            refused = await second.say(**move)
            assert (refused["code"], refused["rule"]) == ("illegal", "WB-6")
            assert (await first.say(**move))["type"] == "accepted"


async def test_the_same_id_of_another_seat_is_another_command(site: Running) -> None:
    async with guest(site.base) as host, guest(site.base) as other:
        made = await host.open()
        await other.join(table=made["table"], secret=made["invite"])
        async with host.line(made["table"]) as first, other.line(made["table"]) as second:
            one = await first.say(type="rename", id="same", name="One")
            two = await second.say(type="rename", id="same", name="Two")
            assert two["seq"] == one["seq"] + 1
            await first.until(lambda: (first.last("lobby") or {})["chairs"][1]["name"] == "Two")


async def test_chance_does_not_listen_to_players(site: Running) -> None:
    async with guest(site.base) as host:
        made = await host.open(bots=["easy", "easy"], begin=True, options={"first_player": 0})
        async with host.line(made["table"]) as line:
            update = await line.first("update")
            shuffle = {"type": "shuffle", "safes": [], "first": 0}
            refused = await line.say(type="act", head=update["seq"], action=shuffle)
            assert refused["code"] == "illegal"
            assert (await line.say(type="act", head=10_000, action=shuffle))["code"] == "malformed"


@pytest.mark.parametrize(
    "origin",
    ["http://evil.example", "null", "http://127.0.0.1.evil.example", "http://127.0.0.1:1"],
)
async def test_another_sites_page_gets_neither_socket_nor_call(site: Running, origin: str) -> None:
    from websockets.asyncio.client import connect
    from websockets.exceptions import InvalidStatus
    from websockets.typing import Origin

    async with guest(site.base) as host:
        made = await host.open()
        url = f"{site.base.replace('http', 'ws', 1)}/ws/{made['table']}"
        with pytest.raises(InvalidStatus) as refused:
            await connect(url, origin=Origin(origin))
        assert refused.value.response.status_code == 403
        for path, body in (("tables", {"game": "word-bank"}), ("join", {}), ("qr", {})):
            answer = await host.http.post(f"/api/{path}", json=body, headers={"Origin": origin})
            assert answer.status_code == 403


async def test_a_cookie_made_up_is_a_strangers(site: Running) -> None:
    async with guest(site.base) as host, guest(site.base) as thief:
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
    async with guest(site.base) as host:
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
