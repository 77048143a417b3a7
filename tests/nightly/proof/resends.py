"""Every command is sent several times, at two servers at once, and is done once."""

import asyncio
from random import Random

from chabudai.server import protocol
from chabudai.server.tables.decide import Change, Entry, Table
from tests.nightly.proof.history import Client, Command, Ticks, check
from tests.nightly.proof.run_config import Figures, Order
from tests.nightly.proof.two_servers import Half, two_servers
from tests.server.tables import open_new

TABLES = 12
"""How many tables are played at at a time."""
COMMANDS = 12
"""How many commands each gets."""
MOST = 5
"""How often a command is sent at most, through the queues of commands,"""
STORM = 40
"""and how often it is then given to the stores again."""


async def resends(order: Order) -> Figures:
    """Send `size` commands. Raises Wrong."""
    sent = steps = rounds = 0
    async with two_servers() as halves:
        while order.goes_on(sent):
            tables = [at_a_table(halves, order, (rounds, number)) for number in range(TABLES)]
            for sends, accepted in await asyncio.gather(*tables):
                sent, steps = sent + sends, steps + accepted
            rounds += 1
            for half in halves:
                half.registry.forget_idle(float("inf"))
    return {"sends": sent, "steps": steps, "done twice, or not": 0}


async def at_a_table(
    halves: tuple[Half, Half], order: Order, number: tuple[int, int]
) -> tuple[int, int]:
    """Send the commands of one table. Returns the numbers of sends and of steps."""
    luck, ticks, client, sends = order.luck(number), Ticks(), Client(0), 0
    opened = open_new(code=None)
    await halves[0].store.append(opened)
    table_id = opened.table.id
    for at in range(0, COMMANDS, 3):
        together: list[tuple[Command, Half, bool]] = []
        for each in range(at, at + 3):
            command = Command(f"guest.mika:{each}", ticks.next())
            client.commands.append(command)
            times = luck.randint(1, MOST)
            sends += times
            together += [(command, luck.choice(halves), luck.random() < 0.5) for _ in range(times)]
        luck.shuffle(together)
        await asyncio.gather(*(send(ticks, table_id, *each) for each in together))
    late = luck.choice(client.commands)
    await send(ticks, table_id, late, luck.choice(halves), True)
    table = await halves[0].store.load(table_id)
    assert table is not None
    log = await halves[1].store.entries(table, 0, table.head)
    sends += await storm(halves, table, log, luck)
    assert await halves[1].store.load(table_id) == table
    check(table, log, [client])
    return sends + 1, len(client.commands)


async def storm(
    halves: tuple[Half, Half], table: Table, log: tuple[Entry, ...], luck: Random
) -> int:
    """Append every stored step repeatedly. Returns the number of appends."""
    steps = list(log) * STORM
    luck.shuffle(steps)
    stored = await asyncio.gather(
        *(luck.choice(halves).store.append(Change(table, (each,))) for each in steps)
    )
    assert [(each.seq, each.fresh) for each in stored] == [(each.seq, False) for each in steps]
    return len(steps)


async def send(ticks: Ticks, table_id: str, command: Command, to: Half, later: bool) -> None:
    """Send a command once. Its answer must not change."""
    if later:
        await asyncio.sleep(0)
    seq = await to.submit(
        table_id, 0, command.name, protocol.Rename("r", f"Mika {command.name[-2:]}")
    )
    assert seq is not None
    assert command.seq in (None, seq), f"{command.name} is step {command.seq} and {seq}"
    command.seq, command.fate = seq, "accepted"
    command.answered = command.answered or ticks.next()
