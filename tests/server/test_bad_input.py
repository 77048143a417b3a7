"""Whatever is sent: a clear answer, nothing changed, and the socket goes on or closes in order."""

import asyncio
import json
from collections.abc import AsyncIterator
from functools import partial
from typing import Any

import hypothesis.strategies as st
import msgspec
import pytest
from hypothesis import HealthCheck, given, settings

from chabudai.server import protocol
from chabudai.server.encoding import decode
from chabudai.server.limits import BODY_BYTES, FRAME_BYTES
from chabudai.server.refusal import FAULT, Refused
from chabudai.server.tables.decide.commands import FRAMES, id_of
from chabudai.server.ws import session
from chabudai.server.ws.session import Session
from tests.nightly.proof.fuzz import unheard
from tests.server.support import Guest, Line, Running, guest

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4)
    ),
    max_leaves=12,
)
TAGS = [
    "act",
    "ask",
    "seat-bot",
    "vacate",
    "resize",
    "choose",
    "rename",
    "begin",
    "again",
    "hasten",
]
NAMES = [
    "id",
    "head",
    "action",
    "question",
    "seat",
    "level",
    "seats",
    "options",
    "name",
    "fill",
    "hasten",
]
NEAR = st.builds(
    lambda tag, fields: {"type": tag, **fields},
    st.sampled_from([*TAGS, "ping", "hello", "update", ""]),
    st.dictionaries(st.sampled_from(NAMES), JSON, max_size=6),
)
ODD_FRAMES = [
    "",
    "{",
    "nul",
    "[]",
    "{}",
    '"act"',
    '{"type":"act"}',
    '{"type":"act","id":"","head":1,"action":{}}',
    '{"type":"act","id":"x","head":"1","action":{}}',
    '{"type":"act","id":"x","head":1e400,"action":{}}',
    '{"type":"act","id":"x","head":' + "9" * 4000 + ',"action":{}}',
    '{"type":"act","id":"x","head":1,"action":' + "[" * 3000 + "]" * 3000 + "}",
    '{"type":"ask","id":"x","question":' + '{"a":' * 1200 + "1" + "}" * 1200 + "}",
    '{"type":"act","id":"x","head":1,"action":{},"more":1}',
    '{"type":"act","id":"x","type":"ping","head":1,"action":{}}',
    '{"type":"rename","id":"x","name":"' + "a" * 500 + '"}',
    '{"type":"rename","id":"x","name":"\\ud800"}',
    '{"type":"rename","id":"' + "i" * 41 + '","name":"a"}',
    '{"type":"begin","id":"x","fill":"perfect"}',
    '{"type":"Act","id":"x"}',
    "NaN",
    "\u0000",
    "1" * 8000,
]


@pytest.fixture
async def host(site: Running) -> AsyncIterator[Guest]:
    async with guest(site.base) as each:
        yield each


async def sane(line: Line) -> None:
    """The socket goes on."""
    before = len(line.of("pong"))
    await line.ws.send('{"type":"ping"}')
    await line.until(lambda: len(line.of("pong")) > before)


async def stored(site: Running, table: str) -> Any:
    return await site.services.store.load(table)


def has_more(line: Line, than: int) -> bool:
    """Whether more frames than that were refused."""
    return len(line.of("refused")) > than


async def test_odd_frames_are_refused_as_malformed_and_change_nothing(
    site: Running, host: Guest
) -> None:
    made = await host.open(bots=["easy", "easy"], begin=True, options={"first_player": 0})
    async with host.line(made["table"]) as line:
        before = await stored(site, made["table"])
        for frame in ODD_FRAMES:
            count = len(line.of("refused"))
            await line.ws.send(frame)
            await line.until(partial(has_more, line, count))
            answer = line.of("refused")[-1]
            assert answer["code"] == "malformed", frame[:60]
            assert answer["text"].format(**answer["facts"]).endswith(".")
            if len(line.of("refused")) % 12 == 0:
                await asyncio.sleep(1.2)  # until the rate allows another dozen
        assert await stored(site, made["table"]) == before
        await sane(line)


async def test_a_binary_frame_is_refused(host: Guest) -> None:
    made = await host.open()
    async with host.line(made["table"]) as line:
        await line.ws.send(b'{"type":"ping"}')
        assert (await line.first("refused"))["code"] == "malformed"
        await sane(line)


async def test_a_frame_over_64_kib_closes_with_1009_and_one_below_does_not(host: Guest) -> None:
    made = await host.open()
    async with host.line(made["table"]) as line:
        await line.ws.send("x" * FRAME_BYTES)
        assert (await line.first("refused"))["code"] == "malformed"
        await line.ws.send("x" * (FRAME_BYTES + 1))
        assert await line.closing() == 1009


async def test_text_that_is_not_utf8_closes_with_1007(host: Guest) -> None:
    made = await host.open()
    async with host.line(made["table"]) as line:
        await line.first("lobby")
        await line.ws.send(b"\xff\xfe{", text=True)
        assert await line.closing() == 1007


async def test_a_flood_closes_with_1008_and_others_play_on(site: Running, host: Guest) -> None:
    made = await host.open(bots=["easy", "easy"])
    async with guest(site.base) as ken, host.line(made["table"]) as other:
        await other.first("lobby")
        async with ken.line(made["table"]) as flood:
            for _ in range(60):
                await flood.ws.send('{"type":"ping"}')
            assert await flood.closing() == 1008
        assert (await other.say(type="begin", fill=None))["type"] == "accepted"
        async with host.line(made["table"]) as flood:
            for _ in range(60):
                await flood.ws.send('{"type":"ping"}')
            assert await flood.closing() == 1008


async def test_an_unknown_table_closes_with_4404(host: Guest) -> None:
    for name in ("a" * 16, "1234", "x", "a" * 400, "%00"):
        async with host.line(name) as line:
            assert await line.closing() == 4404


@settings(max_examples=120, suppress_health_check=[HealthCheck.too_slow])
@given(
    st.binary(max_size=200)
    | NEAR.map(lambda value: json.dumps(value).encode())
    | JSON.map(lambda value: json.dumps(value).encode())
)
def test_any_bytes_decode_to_a_message_or_are_refused(raw: bytes) -> None:
    try:
        message = decode(raw, FRAMES, "{why}")
    except Refused:
        try:
            text = raw.decode()
        except UnicodeDecodeError:
            return  # such a frame never gets here: the protocol closes the socket
        assert len(id_of(text)) <= 40
        return
    assert isinstance(message, protocol.Ping) or 1 <= len(message.id) <= 40


@pytest.fixture
async def socket(site: Running, host: Guest) -> Session:
    """The host's socket at a table in play."""
    made = await host.open(bots=["easy", "easy"], begin=True, options={"first_player": 0})
    live = await site.services.registry.get(made["table"])
    assert live is not None
    return unheard(site.services, live, live.table.sitting.places[0].guest)


@settings(
    max_examples=60,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(frame=NEAR)
async def test_frames_that_are_nearly_right_are_all_answered(socket: Session, frame: Any) -> None:
    before = socket.live.table
    answer = await socket.answer(json.dumps(frame))
    assert isinstance(
        answer, protocol.Accepted | protocol.Refused | protocol.Answered | protocol.Pong
    )
    if isinstance(answer, protocol.Refused):
        assert answer.text.format(**answer.facts)
        assert answer.text != FAULT
        assert socket.live.table is before


BODIES: list[tuple[str, Any, int]] = [
    ("/api/tables", {}, 400),
    ("/api/tables", [], 400),
    ("/api/tables", {"game": "chess", "name": "M", "seats": 2}, 400),
    ("/api/tables", {"game": "word-bank", "name": "", "seats": 2}, 400),
    ("/api/tables", {"game": "word-bank", "name": "\u200b", "seats": 2}, 400),
    ("/api/tables", {"game": "word-bank", "name": "M", "seats": 1}, 400),
    ("/api/tables", {"game": "word-bank", "name": "M", "seats": 10**30}, 400),
    ("/api/tables", {"game": "word-bank", "name": "M", "seats": 2, "bots": ["easy"] * 2}, 409),
    ("/api/tables", {"game": "word-bank", "name": "M", "seats": 2, "begin": True}, 409),
    ("/api/tables", {"game": "word-bank", "name": "M", "seats": 2, "options": {"x": 1}}, 400),
    (
        "/api/tables",
        {"game": "word-bank", "name": "M", "seats": 2, "options": {"first_player": 4}},
        400,
    ),
    ("/api/join", {"name": "K"}, 404),
    ("/api/join", {"name": "K", "table": "a" * 16}, 404),
    ("/api/join", {"name": "K", "code": "12345"}, 400),
    ("/api/join", {"name": "K", "code": "0000", "secret": "s" * 65}, 400),
    ("/api/qr", {"link": "http://evil.example/j/x"}, 400),
    ("/api/qr", {"link": "javascript:alert(1)"}, 400),
    ("/api/qr", {"link": ""}, 400),
]


async def test_an_unusable_body_is_answered_with_a_problem(site: Running) -> None:
    async with guest(site.base) as host:
        for path, body, status in BODIES:
            answer = await host.http.post(path, json=body)
            assert answer.status_code == status, body
            problem = msgspec.json.decode(answer.content, type=protocol.Problem)
            assert "." in problem.text
            assert "set-cookie" not in answer.headers


async def test_bodies_that_are_no_json_too_large_or_nested_are_problems(host: Guest) -> None:
    post = host.http.post
    kind = {"Content-Type": "application/json"}
    assert (await post("/api/join", content=b"name=K")).status_code == 400
    assert (await post("/api/join", content=b"\xff", headers=kind)).status_code == 400
    assert (await post("/api/join", content=b"[" * 9000, headers=kind)).status_code == 400
    large = await post("/api/join", content=b" " * (BODY_BYTES + 1), headers=kind)
    assert large.status_code == 413
    msgspec.json.decode(large.content, type=protocol.Problem)


async def test_paths_and_methods_that_are_none_are_problems(host: Guest) -> None:
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


async def test_a_fault_of_ours_is_told_without_a_word_of_what_it_was(
    site: Running, host: Guest, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    from chabudai.server.http import tables

    def broken(*_: object) -> None:
        raise ZeroDivisionError("a secret payload")

    made = await host.open()
    async with host.line(made["table"]) as line:
        monkeypatch.setattr(session, "carry_out", broken)
        answer = await line.say(type="rename", name="Nami")
        assert answer["code"] == "busy"
        monkeypatch.undo()
        assert (await line.say(type="rename", name="Nami"))["type"] == "accepted"
    monkeypatch.setattr(tables, "open_table", broken)
    order = {"game": "word-bank", "name": "M", "seats": 2}
    failed = await host.http.post("/api/tables", json=order)
    assert failed.status_code == 503
    assert "content-security-policy" in failed.headers
    assert "secret" not in failed.text
    said = capfd.readouterr().err
    assert "ZeroDivisionError" in said
    assert "secret payload" not in said
    assert site.services.metrics.faults._value.get() == 2
