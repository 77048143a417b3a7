"""The last votes, and changed ones, race to two servers against the reveal.

The last vote reveals all, in one step. Each seat must have one vote in the log, the revealed ones
must be those, and no vote may be stored after.
"""

import asyncio
from dataclasses import dataclass
from functools import cache
from typing import Any

import msgspec
from msgspec import Raw

from chabudai.core import Rng, Seat
from chabudai.games import GAMES
from chabudai.server import protocol
from chabudai.server.sources import new_table_id
from chabudai.server.tables.decide import Entry, Table
from chabudai.server.tables.decide.lobby import sit
from tests.nightly.proof.history import Client, Command, Ticks, Wrong, check
from tests.nightly.proof.run_config import Figures, Order
from tests.nightly.proof.two_servers import Half, as_new, two_servers
from tests.server.tables import call, change, open_new, sample

GAME = GAMES["word-porters"]
SEATS = 4
TOGETHER = 16
"""How many races are run at a time."""
GAMES_PLAYED = 4


@dataclass(frozen=True, slots=True)
class Start:
    """A table at which the seats `owing` have yet to vote."""

    table: Table
    log: tuple[Entry, ...]
    owing: tuple[Seat, ...]


@cache
def starts() -> tuple[Start, ...]:
    """Tables during the vote, with one or more votes to come."""
    found: list[Start] = []
    for seed in range(1, GAMES_PLAYED + 1):
        table, log = begun(seed)
        for move in range(400):
            owing = GAME.to_act(table.state)
            if not owing:
                break
            if table.state.phase.__class__.__name__ == "Voting":
                found.append(Start(table, log, owing))
            action = Raw(msgspec.json.encode(sample(table, owing[0], move)))
            moved = change(table, owing[0], protocol.Act("m", table.head, action), seed=7)
            table, log = moved.table, (*log, *moved.entries)
    return tuple(found)


def begun(seed: int) -> tuple[Table, tuple[Entry, ...]]:
    changes = [open_new("word-porters", seats=SEATS)]
    for seat in range(1, SEATS):
        changes.append(sit(changes[-1].table, call(seat), f"g{seat}", f"P{seat}"))
    table = changes[-1].table
    changes.append(change(table, table.sitting.host, protocol.Begin("begin"), seed=seed))
    log = [entry for each in changes for entry in each.entries]
    return changes[-1].table, tuple(log)


async def votes(order: Order) -> Figures:
    """Run `size` races. Raises Wrong."""
    raced = accepted = refused = 0
    async with two_servers() as halves:
        while order.goes_on(raced):
            races = [race(halves, order, raced + number) for number in range(TOGETHER)]
            for yes, no in await asyncio.gather(*races):
                accepted, refused = accepted + yes, refused + no
            raced += TOGETHER
            for half in halves:
                half.registry.forget_idle(float("inf"))
    return {
        "races": raced,
        "votes accepted": accepted,
        "votes refused": refused,
        "stored twice or after the reveal": 0,
    }


async def race(halves: tuple[Half, Half], order: Order, number: int) -> tuple[int, int]:
    """Run a race. Returns the numbers of accepted and of refused votes."""
    luck, ticks = order.luck(number), Ticks()
    start = luck.choice(starts())
    change = as_new(start.table, start.log, new_table_id(Rng(luck.getrandbits(60))))
    await luck.choice(halves).store.append(change)
    clients = [Client(seat) for seat in range(SEATS)]
    sends = []
    for seat in range(SEATS):
        for attempt in range(luck.randint(1, 2) + (seat in start.owing)):
            command = Command(f"guest.{seat}:{attempt}", ticks.next())
            clients[seat].commands.append(command)
            sends.append(
                send(luck.choice(halves), change.table, seat, command, luck.getrandbits(30))
            )
    luck.shuffle(sends)
    await asyncio.gather(*sends)
    table = await halves[0].store.load(change.table.id)
    assert table is not None
    log = await halves[1].store.entries(table, 0, table.head)
    check(table, log, clients)
    check_votes(start, log[len(start.log) :])
    fates = [command.fate for client in clients for command in client.commands]
    return fates.count("accepted"), fates.count("refused")


async def send(to: Half, table: Table, seat: Seat, command: Command, luck: int) -> None:
    """Send a vote that was decided before any other."""
    voting = any(seat == each for each in GAME.to_act(table.state))
    vote = sample(table, seat, luck) if voting else revote(table, seat)
    act = protocol.Act("v", table.head, Raw(msgspec.json.encode(vote)))
    command.seq = await to.submit(table.id, seat, command.name, act)
    command.fate = "refused" if command.seq is None else "accepted"


def revote(table: Table, seat: Seat) -> Any:
    """Another vote of a seat that has voted."""
    votes = table.state.phase.votes[seat]
    return msgspec.convert({"type": "vote", "votes": tuple(reversed(votes))}, GAME.actions)


def check_votes(start: Start, after: tuple[Entry, ...]) -> None:
    """Check that each owing seat voted once, and that the last vote revealed all."""
    voters = [entry.seat for entry in after if b'"vote"' in entry.action]
    if sorted(voters) != sorted(start.owing):
        raise Wrong(f"{start.owing} owed a vote, {voters} are stored")
    told = [[type(news.event).__name__ for news in entry.news] for entry in after]
    if [number for number, events in enumerate(told) if "Revealed" in events] != [len(voters) - 1]:
        raise Wrong(f"revealed at the wrong time: {told}")
