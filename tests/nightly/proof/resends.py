"""Commands are sent several times to two servers on one PostgreSQL, and each is carried out once.

Some are votes that race with their reveal: each seat that owes one must have one vote in the
log, and the last vote reveals all.
"""

import asyncio
import contextlib
from collections import Counter
from collections.abc import AsyncIterator
from dataclasses import dataclass, replace
from functools import cache
from itertools import count
from random import Random
from typing import Any

import msgspec
from msgspec import Raw, structs

from chabudai.core import Illegal, Rng, Seat
from chabudai.games import GAMES
from chabudai.server import protocol
from chabudai.server.refusal import Refused
from chabudai.server.sources import Sources, new_table_id
from chabudai.server.store.base import Store
from chabudai.server.tables.decide import Call, Change, Entry, Table
from chabudai.server.tables.decide.commands import carry_out
from chabudai.server.tables.decide.lobby import sit
from chabudai.server.tables.registry import Registry
from tests.nightly.proof.history import Client, Command, Wrong, check
from tests.nightly.proof.run_config import Figures, Order
from tests.server.postgres import cluster
from tests.server.support import opened_store
from tests.server.tables import call, change, common, open_new, sample

GAME = GAMES["word-porters"]
SEATS = 4
GAMES_PLAYED = 4
TABLES = 12
"""Number of simultaneous tables."""
RENAMES = 3
"""Number of commands from each seat, in addition to its votes."""
MOST = 5
"""Maximum number of times that a command is sent."""
STORM = 20
"""Number of times that each stored step is afterwards appended to the stores again."""


@dataclass(frozen=True, slots=True)
class Half:
    """One of the servers, without its sockets."""

    store: Store
    registry: Registry

    async def submit(self, table_id: str, seat: Seat, cmd: str, command: protocol.Command) -> int:
        """Carry out a command as a socket of that seat would. Returns its step, or 0 if refused.

        If the table is too busy, send the command again, as pages do.
        """
        live = await self.registry.get(table_id)
        assert live is not None
        caller = Call(seat, cmd, SOURCES.now(), SOURCES, "1234")
        while True:
            try:
                return await live.submit(cmd, lambda table: carry_out(table, caller, command))
            except Illegal:
                return 0
            except Refused as refused:
                if refused.code not in ("busy", "unstored"):
                    return 0
            await asyncio.sleep(0)


SOURCES = Sources()
TICKS = count()
Halves = tuple[Half, ...]


@contextlib.asynccontextmanager
async def two_servers() -> AsyncIterator[Halves]:
    """Two servers on one PostgreSQL, without notifications."""
    async with contextlib.AsyncExitStack() as stack:
        url, halves = cluster(), list[Half]()
        for _ in range(2):
            store = await stack.enter_async_context(opened_store(url))
            shared = replace(common(store, SOURCES), server="another")
            halves.append(Half(store, Registry(store, shared)))
        yield tuple(halves)


@cache
def starts() -> tuple[tuple[Table, tuple[Entry, ...]], ...]:
    """Tables during a vote, with their logs."""
    found: list[tuple[Table, tuple[Entry, ...]]] = []
    for seed in range(1, GAMES_PLAYED + 1):
        made = [open_new(GAME.name, seats=SEATS)]
        for seat in range(1, SEATS):
            made.append(sit(made[-1].table, call(seat), f"g{seat}", f"P{seat}"))
        table = made[-1].table
        made.append(change(table, table.sitting.host, protocol.Begin("begin"), seed=seed))
        while owing := GAME.to_act((table := made[-1].table).state):
            if type(table.state.phase).__name__ == "Voting":
                found.append((table, tuple(entry for each in made for entry in each.entries)))
            made.append(
                change(table, owing[0], act(sample(table, owing[0], len(made)), table.head), seed=7)
            )
    return tuple(found)


def act(vote: Any, head: int) -> protocol.Act:
    return protocol.Act("v", head, Raw(msgspec.json.encode(vote)))


async def resends(order: Order) -> Figures:
    """Send `size` commands. Raises Wrong."""
    done: Counter[str] = Counter()
    async with two_servers() as halves:
        while order.goes_on(done["sends"]):
            tables = [
                at_a_table(halves, order.luck((done["tables"], each))) for each in range(TABLES)
            ]
            for counts in await asyncio.gather(*tables):
                done += counts
            done["tables"] += TABLES
            for half in halves:
                half.registry.forget_idle(float("inf"))
    return {**done, "done twice, or not": 0}


async def at_a_table(halves: Halves, luck: Random) -> Counter[str]:
    """Send the commands of one table. Count the sends, and the commands by outcome."""
    done = Counter[str]()
    start, before = luck.choice(starts())
    table_id = new_table_id(Rng(luck.getrandbits(60)))
    stored = structs.replace(start, id=table_id, code=None)
    await luck.choice(halves).store.append(Change(stored, before))
    clients = [Client(seat) for seat in range(SEATS)]
    for part in (votes_at, renames_at):
        sends = []
        for client in clients:
            for at, message in enumerate(part(start, client.seat or 0, luck)):
                command = Command(f"guest.{client.seat}:{type(message).__name__}{at}", next(TICKS))
                client.commands.append(command)
                for _ in range(luck.randint(1, MOST)):
                    to = luck.choice(halves)
                    sends.append(send(table_id, client.seat or 0, command, to, message))
        luck.shuffle(sends)
        done["sends"] += len(sends)
        await asyncio.gather(*sends)
    table = await halves[0].store.load(table_id)
    assert table is not None
    log = await halves[1].store.entries(table, 0, table.head)
    after = log[len(before) :]
    done["sends"] += await storm(halves, table, after, luck)
    assert await halves[1].store.load(table_id) == table
    check(table, log, clients)
    check_votes(GAME.to_act(start.state), after)
    return done + Counter(command.fate for client in clients for command in client.commands)


def votes_at(table: Table, seat: Seat, luck: Random) -> list[protocol.Command]:
    """Return votes of a seat, all decided at the table's head. At most one can be accepted."""
    if seat in GAME.to_act(table.state):
        votes = [sample(table, seat, luck.getrandbits(30)) for _ in range(luck.randint(1, 3))]
    else:
        confirmed = table.state.phase.votes[seat]
        votes = [msgspec.convert({"type": "vote", "votes": confirmed[::-1]}, GAME.actions)]
    return [act(vote, table.head) for vote in votes]


def renames_at(_: Table, seat: Seat, luck: Random) -> list[protocol.Command]:
    return [protocol.Rename("r", f"P{seat} {each}") for each in range(RENAMES)]


async def send(
    table_id: str, seat: Seat, command: Command, to: Half, message: protocol.Command
) -> None:
    """Send a command once more. Its answer must not change."""
    seq = await to.submit(table_id, seat, command.name, message)
    assert command.seq in (None, seq), f"{command.name} is step {command.seq} and {seq}"
    command.seq, command.fate = seq, "accepted" if seq else "refused"
    command.answered = command.answered or next(TICKS)


async def storm(halves: Halves, table: Table, log: tuple[Entry, ...], luck: Random) -> int:
    """Repeatedly append steps that are already stored. Returns the number of appends."""
    steps = list(log) * STORM
    luck.shuffle(steps)
    stored = await asyncio.gather(
        *(luck.choice(halves).store.append(Change(table, (each,))) for each in steps)
    )
    assert [(each.seq, each.fresh) for each in stored] == [(each.seq, False) for each in steps]
    return len(steps)


def check_votes(owing: tuple[Seat, ...], after: tuple[Entry, ...]) -> None:
    """Check that each of these seats voted once, and the last vote revealed all. Raises Wrong."""
    votes = [entry for entry in after if b'"vote"' in entry.action]
    if sorted(entry.seat for entry in votes) != sorted(owing):
        raise Wrong(f"{owing} owed a vote, {[entry.seat for entry in votes]} are stored")
    for entry in after:
        revealed = any(type(news.event).__name__ == "Revealed" for news in entry.news)
        if revealed != (entry is votes[-1]):
            raise Wrong(f"revealed at the wrong time: step {entry.seq}")
