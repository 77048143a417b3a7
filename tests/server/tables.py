"""Tables as pure functions: opened, filled and advanced without a server."""

import time
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from itertools import count
from typing import Any, cast

import msgspec
import pytest
from msgspec import Raw

from chabudai.core import Rng
from chabudai.server import protocol
from chabudai.server.limits import Buckets, Limits, Rate
from chabudai.server.metrics import Metrics
from chabudai.server.protocol import Command
from chabudai.server.refusal import Refused
from chabudai.server.sources import Sources
from chabudai.server.tables.attendance import Follower
from chabudai.server.tables.decide import Call, Change, Table
from chabudai.server.tables.decide.commands import carry_out
from chabudai.server.tables.decide.lobby import open_table, sit
from chabudai.server.tables.followers import FanOut
from chabudai.server.tables.ledger import Ledger, Quota
from chabudai.server.tables.live import Common, Feeds, LiveTable
from tests.server.support import BRISK

AT = 10_000
"""The time of each call, in milliseconds."""
NUMBERS: Iterator[int] = count(1)


def call(
    seat: int = 0,
    *,
    at: int = AT,
    away: tuple[int | None, ...] = (None,) * 3,
    seed: int = 0,
    cmd: str = "",
    code: str | None = "1234",
    door: tuple[int | None, ...] = (),
) -> Call:
    """A call, with its own id and random numbers unless `cmd` and `seed` are given."""
    number = next(NUMBERS)
    dice = partial(Rng, seed or number)
    sources = Sources(dice=dice, delays=dice, picks=dice)
    return Call(seat, cmd or f"{seat}:{number}", at, sources, code, away, door=door)


def open_new(
    game: str = "word-bank", *, seed: int = 0, code: str | None = "1234", **order: Any
) -> Change:
    if "options" in order:
        order["options"] = Raw(msgspec.json.encode(order["options"]))
    wanted = protocol.NewTable(game, **{"name": "Mika", "seats": 2, **order})
    return open_table(call(seed=seed, code=code), wanted, "mika", "invite")


def friends(
    seats: int = 2, game: str = "word-bank", *, begin: bool = True, seed: int = 0, **options: Any
) -> Table:
    """A table with guests in all seats, whose game has begun."""
    table = open_new(game, seats=seats, options=options).table
    for name in ("Ken", "Ami", "Nami")[: seats - 1]:
        table = joined(table, name)
    return do(table, 0, protocol.Begin("b"), seed=seed) if begin else table


def joined(table: Table, name: str, **how: Any) -> Table:
    """The table after a guest has sat down. The guest's ID is the name in lower case."""
    return sit(table, call(**how), name.lower(), name).table


def with_bot(game: str = "word-bank", **options: Any) -> Table:
    """A table of Mika and an easy bot, whose game has begun."""
    return open_new(game, bots=("easy",), begin=True, options=options).table


def change(table: Table, seat: int, command: Command, **how: Any) -> Change:
    return carry_out(table, call(seat, **how), command)


def do(table: Table, seat: int, command: Command, **how: Any) -> Table:
    return change(table, seat, command, **how).table


def refusal(table: Table, seat: int, command: Command, **how: Any) -> str:
    with pytest.raises(Refused) as refused:
        do(table, seat, command, **how)
    return str(refused.value)


def act(
    table: Table, seat: int, action: object = None, head: int | None = None, **how: Any
) -> Table:
    """The table after a move (by default a random one), decided at step `head` (by default now)."""
    raw = Raw(msgspec.json.encode(action or sample(table, seat)))
    return do(table, seat, protocol.Act("x", table.head if head is None else head, raw), **how)


def sample(table: Table, seat: int, seed: int = 1) -> Any:
    return table.game.sample(table.game.view(table.state, seat), seat, Rng(seed))


def common(store: Any = None, sources: Sources = BRISK) -> Common:
    ledger = Ledger(store, Quota(Limits(), time.monotonic), Metrics())
    return Common(ledger, Feeds(), sources, Limits().queue)


def in_memory(table: Table, at: int = 0) -> LiveTable:
    """A live table without a store, at a fixed time."""
    return LiveTable(table, common(sources=replace(BRISK, now=lambda: at)))


def reader(live: LiveTable, guest: str | None = None, **how: Any) -> Follower:
    """A socket of a guest, or of a spectator, that has been sent nothing yet."""
    seat = live.table.seat_of(guest)
    return Follower(guest, seat, seat == 0, live.table.head, lambda _: None, "", **how)


def advance(live: LiveTable, seat: int, command: Command, **how: Any) -> None:
    made = change(live.table, seat, command, **how)
    live.advance(made.table, made.entries)


def move(live: LiveTable, seat: int, action: object, **how: Any) -> None:
    raw = Raw(msgspec.json.encode(action))
    advance(live, seat, protocol.Act("x", live.table.head, raw), **how)


async def frames_of(live: LiveTable, follower: Follower) -> list[bytes]:
    """The frames that a follower lacks, without steps that are no longer in memory."""
    store, unread = cast("Any", None), Buckets(Rate(0, 1), lambda: 0)
    return await FanOut(store, lambda: AT, unread).frames(live, follower)
