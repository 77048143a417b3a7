"""Malformed input is answered and changes nothing, and the socket stays open."""

from functools import partial
from typing import Any

import msgspec
import pytest

from chabudai.server import protocol
from chabudai.server.http import tables
from chabudai.server.limits import BODY_BYTES, FRAME_BYTES
from chabudai.server.ws import session
from tests.server.support import Running

ODD_FRAMES: list[str | bytes] = [
    "",
    "{",
    '{"type":"act","id":"x","head":1e400,"action":{}}',
    '{"type":"act","id":"x","head":1,"action":' + "[" * 3000 + "]" * 3000 + "}",
    '{"type":"act","id":"x","head":1,"action":{},"more":1}',
    '{"type":"rename","id":"x","name":"\\ud800"}',
    '{"type":"begin","id":"x","fill":"perfect"}',
    "\u0000",
    "x" * FRAME_BYTES,
    b'{"type":"ping"}',
]
"""Malformed frames. `tests/nightly/proof/fuzz.py` generates more."""


async def test_odd_frames_are_refused_as_malformed_and_change_nothing(quick_site: Running) -> None:
    (line,) = await quick_site.seat(1, seats=3, bots=["easy", "easy"], options={"first_player": 0})
    before = await quick_site.stored(line.table)
    for number, frame in enumerate(ODD_FRAMES, 1):
        await line.ws.send(frame)
        refused = await line.until(partial(line.of_at_least, "refused", number))
        assert refused[-1]["code"] == "malformed", frame[:60]
        assert refused[-1]["text"].format(**refused[-1]["facts"]).endswith(".")
    assert await quick_site.stored(line.table) == before
    await line.ws.send('{"type":"ping"}')
    await line.first("pong")


async def test_an_unknown_table_closes_with_4404(site: Running) -> None:
    host = await site.guest()
    for name in ("a" * 16, "1234", "x", "a" * 400, "%00"):
        async with host.line(name) as line:
            assert await line.closing() == 4404


ORDER: dict[str, Any] = {"game": "word-bank", "name": "M", "seats": 2}
BODIES: list[tuple[str, Any, int]] = [
    ("/api/tables", [], 400),
    ("/api/tables", {**ORDER, "game": "chess"}, 400),
    ("/api/tables", {**ORDER, "name": "\u200b"}, 400),
    ("/api/tables", {**ORDER, "seats": 10**30}, 400),
    ("/api/tables", {**ORDER, "bots": ["easy"] * 2}, 409),
    ("/api/tables", {**ORDER, "begin": True}, 409),
    ("/api/tables", {**ORDER, "options": {"first_player": 4}}, 400),
    ("/api/join", {"name": "K"}, 404),
    ("/api/join", {"name": "K", "code": "12345"}, 400),
    ("/api/qr", {"link": "http://evil.example/j/x"}, 400),
    ("/api/qr", {"link": "javascript:alert(1)"}, 400),
]
"""Unusable bodies. `tests/nightly/proof/calls.py` generates more."""


async def test_an_unusable_body_is_answered_with_a_problem(site: Running) -> None:
    host = await site.guest()
    for path, body, status in BODIES:
        answer = await host.http.post(path, json=body)
        assert answer.status_code == status, body
        assert "." in msgspec.json.decode(answer.content, type=protocol.Problem).text
        assert "set-cookie" not in answer.headers


async def test_invalid_bodies_unknown_paths_and_methods_are_answered_with_problems(
    site: Running,
) -> None:
    host = await site.guest()
    kind = {"Content-Type": "application/json"}
    for content, headers, status in (
        (b"name=K", {}, 400),
        (b"\xff", kind, 400),
        (b"[" * 9000, kind, 400),
        (b" " * (BODY_BYTES + 1), kind, 413),
    ):
        answer = await host.http.post("/api/join", content=content, headers=headers)
        assert answer.status_code == status
        msgspec.json.decode(answer.content, type=protocol.Problem)
    for method, path, status in (
        ("GET", "/nothing", 404),
        ("PUT", "/api/tables", 405),
        ("DELETE", "/api/join", 405),
        ("GET", "/api/rules/chess", 400),
        ("GET", "/api/rules/word-bank?lang=xx", 400),
        ("GET", "/api/tables/nope/transcript", 404),
        ("GET", "/static/nope.js", 404),
        ("GET", "/static/../app.py", 404),
        ("GET", "/static/%2e%2e/app.py", 404),
    ):
        answer = await host.http.request(method, path)
        assert answer.status_code == status, path
        assert "content-security-policy" in answer.headers


async def test_a_server_fault_is_answered_and_logged_without_its_message(
    site: Running, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    host = await site.guest()

    def broken(*_: object) -> None:
        raise ZeroDivisionError("a secret payload")

    async with host.line((await host.open())["table"]) as line:
        monkeypatch.setattr(session, "carry_out", broken)
        assert (await line.say(type="rename", name="Nami"))["code"] == "busy"
        monkeypatch.undo()
        await line.accept(type="rename", name="Nami")
    monkeypatch.setattr(tables, "open_table", broken)
    failed = await host.http.post("/api/tables", json=ORDER)
    assert failed.status_code == 503
    assert "content-security-policy" in failed.headers
    assert "secret" not in failed.text
    said = capfd.readouterr().err
    assert "ZeroDivisionError" in said
    assert "secret payload" not in said
    assert site.faults == 2
