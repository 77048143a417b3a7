"""The last votes, and changed ones, race to two servers against the reveal.

Votes are revealed with the last of them, in one step. What is sent by somebody who has seen them,
or who has voted, is refused or was never another vote: each seat has one vote in the log, those
revealed are those stored, and nothing is stored after.
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
from chabudai.server.sources import Sources, new_table_id
from chabudai.server.tables.decide import Call, Change, Entry, Table
from chabudai.server.tables.decide.commands import carry_out
from chabudai.server.tables.decide.lobby import open_table, sit
from tests.nightly.proof.history import Client, Command, Ticks, Wrong, check
from tests.nightly.proof.run_config import Figures, Order
from tests.nightly.proof.two_servers import Half, as_new, two_servers

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


def vote_of(table: Table, seat: Seat, luck: int) -> Any:
    """A vote that a seat may give."""
    return GAME.sample(GAME.view(table.state, seat), seat, Rng(luck))


@cache
def starts() -> tuple[Start, ...]:
    """Tables in the middle of the vote, with one, two or more votes to come."""
    found: list[Start] = []
    for game in range(GAMES_PLAYED):
        table, log = begun(game)
        for move in range(400):
            owing = GAME.to_act(table.state)
            if not owing:
                break
            if table.state.phase.__class__.__name__ == "Voting":
                found.append(Start(table, log, owing))
            call = Call(owing[0], f"move:{move}", 1000, Sources(dice=lambda: Rng(7)), "1234")
            action = Raw(msgspec.json.encode(vote_of(table, owing[0], move)))
            change = carry_out(table, call, protocol.Act("m", table.head, action))
            table, log = change.table, (*log, *change.entries)
    return tuple(found)


def begun(seed: int) -> tuple[Table, tuple[Entry, ...]]:
    """A game of four people that has just begun, and its log."""
    sources = Sources(dice=lambda: Rng(seed))
    log: list[Entry] = []

    def take(change: Change) -> Table:
        log.extend(change.entries)
        return change.table

    order = protocol.NewTable("word-porters", "Mika", SEATS)
    table = take(open_table(Call(0, "opened", 1000, sources, "1234"), order, "g0", "invite"))
    for seat in range(1, SEATS):
        table = take(sit(table, Call(seat, f"sit:{seat}", 1000, sources), f"g{seat}", f"P{seat}"))
    call = Call(table.sitting.host, "begin", 1000, sources, "1234")
    return take(carry_out(table, call, protocol.Begin("begin"))), tuple(log)


async def votes(order: Order) -> Figures:
    """`size` races. Raises Wrong."""
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
    """One race. Returns how many votes were accepted, and how many refused."""
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
    """Vote, as it was decided before anybody else had."""
    voting = any(seat == each for each in GAME.to_act(table.state))
    vote = vote_of(table, seat, luck) if voting else revote(table, seat)
    act = protocol.Act("v", table.head, Raw(msgspec.json.encode(vote)))
    command.seq = await to.submit(table.id, seat, command.name, act)
    command.fate = "refused" if command.seq is None else "accepted"


def revote(table: Table, seat: Seat) -> Any:
    """Another vote of a seat that has voted."""
    votes = table.state.phase.votes[seat]
    return msgspec.convert({"type": "vote", "votes": tuple(reversed(votes))}, GAME.actions)


def check_votes(start: Start, after: tuple[Entry, ...]) -> None:
    """Each seat that owed a vote gave one, nobody another, and the last revealed them all."""
    voters = [entry.seat for entry in after if b'"vote"' in entry.action]
    if sorted(voters) != sorted(start.owing):
        raise Wrong(f"{start.owing} owed a vote, {voters} are stored")
    told = [[type(news.event).__name__ for news in entry.news] for entry in after]
    if [number for number, events in enumerate(told) if "Revealed" in events] != [len(voters) - 1]:
        raise Wrong(f"revealed at the wrong time: {told}")
