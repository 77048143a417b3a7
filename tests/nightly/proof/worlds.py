"""Two worlds: two servers whose tables differ only in facts that a seat cannot know.

Before and after a move, both must produce the same bytes: frames, answers, HTTP responses including
headers, metrics and log lines.
"""

import contextlib
import io
import json
import re
from collections.abc import AsyncIterator, Callable, Iterator
from dataclasses import dataclass, replace
from itertools import count, zip_longest
from pathlib import Path
from typing import Any
from unittest.mock import patch

import httpx
import msgspec
from msgspec import Raw, structs

from chabudai.core import CHANCE, Illegal, Rng, Seat
from chabudai.core.advice import STAGES
from chabudai.server import protocol
from chabudai.server.app import application
from chabudai.server.refusal import Refused
from chabudai.server.services import Services, opened
from chabudai.server.settings import Settings
from chabudai.server.sources import Sources
from chabudai.server.store.rows import Ended
from chabudai.server.tables import live as live_table
from chabudai.server.tables.attendance import Follower
from chabudai.server.tables.decide import Call, Change, Place, Table
from chabudai.server.tables.decide.commands import carry_out
from chabudai.server.tables.decide.lobby import open_table
from chabudai.server.tables.decide.play import new_pending
from chabudai.server.tables.live import LiveTable
from chabudai.server.workers import job
from chabudai.server.workers.job import JobRequest, JobResult
from chabudai.server.workers.pool import Gone
from chabudai.server.ws.session import Session
from tests.nightly.proof.fuzz import LIMITS, unheard
from tests.nightly.proof.run_config import Figures, Order
from tests.server.client import built_client
from tests.support.game_cases import CASES, Case, Ply, Start, a_start, playable, walk

NOW = 1_700_000_000_000
STILL = Sources(
    now=lambda: NOW,
    elapsed=lambda: 0,
    dice=lambda: Rng(5),
    delays=lambda: Rng(6),
    picks=lambda: Rng(6),
    token=lambda size: "t" * size,
    aside_ms=(0, 0),
)
EACH = 7
"""Compare about one in this many moves."""
COUNTED = 20
"""Number of pairs after which metrics are compared. Since they are sums, no leak is missed."""
ADVISED, ADVISED_LEAST = 100, 4
"""One pair in ADVISED, but no fewer than ADVISED_LEAST, also requests advice for an owed move."""
OF_TIME = re.compile(r"(_created|_seconds|process_)\S* .*|\"timestamp\": \"[^\"]*\"")
"""Parts of the output that depend on the time or on the machine's load."""


class Told(AssertionError):
    """A seat can distinguish two worlds."""


@dataclass(frozen=True, slots=True)
class World:
    """One of the servers."""

    services: Services
    http: httpx.AsyncClient


@contextlib.asynccontextmanager
async def world(folder: Path, static: Path, name: str) -> AsyncIterator[World]:
    """A server with its own database and a stopped clock."""
    limits = replace(LIMITS, jobs=LIMITS.frames)
    settings = Settings(
        db=f"{folder}/{name}.db", static=static, bot_workers=1, limits=limits, sources=STILL
    )
    async with opened(settings) as services:
        way = httpx.ASGITransport(application(services))
        async with httpx.AsyncClient(transport=way, base_url="http://127.0.0.1") as http:
            with patch.object(services.job_pool, "_work", here):
                yield World(services, http)


def table_in(room: Case, sitting: Start, state: Any, shown: Seat | None) -> Table:
    """A table of guests whose game has this state. Seat `shown`, if any, shows its hand."""
    call = Call(0, "opened", NOW, STILL, None)
    order = protocol.NewTable(room.game.name, "Mika", sitting.seats)
    table = open_table(call, order, "g0", "invite").table
    seats_at = range(sitting.seats)
    places = tuple(
        Place("guest", f"P{seat}", f"g{seat}", advice=True, shown=int(seat == shown))
        for seat in seats_at
    )
    options = Raw(msgspec.json.encode(sitting.options))
    playing = structs.replace(
        table.sitting, status="playing", options=options, places=places, watching="seat"
    )
    owing = room.game.to_act(state)
    seats = () if owing == (CHANCE,) else owing
    pending = tuple(new_pending(playing, state, seat, table.head, call) for seat in seats)
    return structs.replace(table, sitting=playing, state=state, pending=pending)


async def said_in(
    world: World, table: Table, ply: Ply, twin: Any, seat: Seat | None, advised: range
) -> list[str]:
    """Everything that is sent to a seat about a table before and after a move, and all answers to
    it.
    """
    services, said = world.services, list[str]()
    live = LiveTable(table, services.registry.common)
    services.registry._tables[table.id] = live
    guest = None if seat is None else f"g{seat}"
    follower = Follower(guest, seat, False, table.head, lambda _: None, "")
    with contextlib.redirect_stderr(io.StringIO()) as log:
        said += [each.decode() for each in await services.fan_out.frames(live, follower)]
        socket = unheard(services, live, guest)
        for text in probes(live, ply, seat):
            try:
                said.append(msgspec.json.encode(await socket.answer(text)).decode())
            except Ended:
                said.append("legal")  # the table is in no database
        for _ in advised:
            said.append(await advice_in(services, socket))
        for path in (f"/t/{table.id}", "/api/tables", f"/api/tables/{table.id}/transcript"):
            answer = await world.http.get(path)
            said.append(repr((answer.status_code, answer.headers.raw, answer.content)))
        try:
            mover = Call(ply.seat, "move", NOW, STILL, None)
            act = protocol.Act("move", live.table.head, Raw(msgspec.json.encode(twin)))
            moved = carry_out(live.table, mover, act)
            live.advance(moved.table, moved.entries)
        except (Illegal, Refused) as refusal:
            said += [str(refusal)] if seat == ply.seat else []
        said += [each.decode() for each in await services.fan_out.frames(live, follower)]
    said.append(log.getvalue())
    services.registry._tables.pop(table.id, None)
    return [OF_TIME.sub("", each) for each in said]


async def advice_in(services: Services, socket: Session) -> str:
    """All stages of the advice for a seat. Their steps are not stored, because the table is not."""

    async def at_once(live: LiveTable, _: str, decide: Callable[[Table], Change], *__: Any) -> int:
        change = decide(live.table)
        live.advance(change.table, change.entries)
        return live.table.head

    with patch.object(LiveTable, "submit", at_once):
        answers = [
            await socket.answer(f'{{"type":"advise","id":"a{stage}","stage":{stage}}}')
            for stage in range(1, STAGES + 1)
        ]
    advises = socket.live.table.game.extras.advise is not None
    assert all(isinstance(each, protocol.Answered) == advises for each in answers), answers
    return msgspec.json.encode(answers).decode()


async def here(_: Gone, request: JobRequest) -> Raw:
    """Run a job in this process, since starting a process for each would take most of the time."""
    return msgspec.json.decode(job.run(request), type=JobResult).result


def probes(live: LiveTable, ply: Ply, seat: Seat | None) -> Iterator[str]:
    """Yield questions, and moves that are forbidden because the step or the seat is wrong."""
    game, table = live.table.game, live.table
    action = msgspec.to_builtins(ply.action)
    for head in (-1, table.head + 9, *(() if seat == ply.seat else (table.head,))):
        yield json.dumps({"type": "act", "id": "p", "head": head, "action": action})
    yield json.dumps({"type": "begin", "id": "b"})
    yield json.dumps({"type": "skip", "id": "s", "seat": 0, "head": table.head})
    if seat is not None:
        room = next(room for room in CASES if room.game is game)
        for question in room.support.questions(game.view(table.state, seat), Rng(7)):
            asked = msgspec.to_builtins(question)
            yield json.dumps({"type": "ask", "id": "q", "question": asked})


def starts_of(room: Case, order: Order) -> Iterator[Start]:
    options = room.game.options()
    for number in count():
        luck = order.luck((room.game.name, number))
        seats = [each for each in room.game.seats if each > 1 and playable(room, options, each)]
        picked = luck.choice(seats) if seats else a_start(room).seats
        yield Start(picked, options, luck.getrandbits(40), 1)


async def pairs(one: World, other: World, room: Case, order: Order) -> int:
    """Compare `size` pairs of worlds of one game. Raises Told."""
    advised_each = max(1, min(ADVISED, order.size // ADVISED_LEAST))
    done = 0
    for sitting in starts_of(room, order):
        rng = Rng(~sitting.seed)
        for ply in walk(room, sitting):
            after = room.game.to_act(ply.step.state)
            if ply.seat == CHANCE or after == (CHANCE,) or rng.below(EACH):
                continue
            if done % COUNTED == 0 or not order.goes_on(done):
                texts = [each.services.metrics.text().decode() for each in (one, other)]
                here, there = (OF_TIME.sub("", text) for text in texts)
                compare([here], [there], None)
            if not order.goes_on(done):
                return done
            advised = range(done % advised_each == 0)
            owing = room.game.to_act(ply.before)
            seat = rng.choice(owing if advised else (*range(sitting.seats), None))
            shown = rng.choice((*range(sitting.seats), None))
            eyes = shown if seat is None else seat
            double = room.support.scramble(ply.before, eyes, rng, ply.action)
            twin = room.support.disguise(ply.before, eyes, ply.seat, ply.action)
            table = table_in(room, sitting, ply.before, shown)
            said = await said_in(one, table, ply, ply.action, seat, advised)
            table = structs.replace(table, state=double)
            compare(said, await said_in(other, table, ply, twin, seat, advised), seat)
            done += 1
    return done


def compare(one: list[str], other: list[str], seat: Seat | None) -> None:
    """Raise Told if two worlds differ."""
    for here, there in zip_longest(one, other, fillvalue=""):
        if here != there:
            raise Told(f"{seat} is told either {here[:600]!r} or {there[:600]!r}")


@contextlib.asynccontextmanager
async def two_worlds(folder: Path) -> AsyncIterator[tuple[World, World]]:
    """Start both servers. Retries are not delayed, because no database has these tables."""
    static = built_client(folder)
    with patch.object(live_table, "RETRY_DELAY_S", 0):
        async with world(folder, static, "one") as one, world(folder, static, "other") as other:
            yield one, other


async def worlds(order: Order) -> Figures:
    """Compare `size` pairs of worlds of every game. Raises Told."""
    reached: Figures = {}
    async with two_worlds(order.folder) as both:
        for number, room in enumerate(CASES, 1):
            share = replace(order, most_s=order.most_s * number / len(CASES))
            reached[f"pairs of {room}"] = await pairs(*both, room, share)
    return {**reached, "bytes that differ": 0}
