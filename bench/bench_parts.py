"""What a move costs a server in its parts, without sockets: judging, telling, storing.

python -m bench.bench_parts, and with PYTHONPATH=OTHER/src for the server of another checkout. The
least of many rounds, which others who use the machine lengthen less than a server's whole time.
"""

import asyncio
import statistics
import tempfile
import time
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Raw

from chabudai.core import Rng
from chabudai.games import GAMES
from chabudai.server import protocol
from chabudai.server.sources import Sources, clock
from chabudai.server.store.commit import write
from chabudai.server.store.database import open_database
from chabudai.server.tables.attendance import Follower
from chabudai.server.tables.decide import Call, Change, Entry, Opened, Place, Table, TableSetup
from chabudai.server.tables.decide.commands import carry_out
from chabudai.server.tables.followers import FanOut
from tests.server.support import in_memory

SEATS = 3
MOVES = 20
ROUNDS = 300
TABLES = 100
BATCHES = (1, 4, 16)
"""How many moves are committed together."""


def played(
    game: str, number: int
) -> tuple[Change, list[tuple[Table, Call, protocol.Act]], list[Change]]:
    """A table that is opened, and the first MOVES moves there, at random: as they are asked for,
    and as they are judged.
    """
    rules, rng = GAMES[game], Rng(number)
    sources = Sources(dice=partial(Rng, number))
    places = tuple(Place("guest", f"N{seat}", f"guest{seat}") for seat in range(SEATS))
    options = Raw(msgspec.json.encode(rules.options()))
    sitting = TableSetup(game, rules.rules, "lobby", options, places, 0, "")
    table = Table(f"{game}{number}", 1, sitting, None, (), None)
    entry = Entry(1, "opened", 0, "lobby", msgspec.json.encode(Opened(sitting)), (), 1)
    opened = Change(table, (entry,))
    begun = carry_out(table, Call(0, "guest.0:b", 1, sources), protocol.Begin("b", None))
    asked: list[tuple[Table, Call, protocol.Act]] = []
    changes = [begun]
    while len(asked) < MOVES and (owing := rules.to_act(changes[-1].table.state)):
        table, seat = changes[-1].table, owing[0]
        action: Any = rules.sample(rules.view(table.state, seat), seat, rng)
        command = protocol.Act(f"m{table.head}", table.head, Raw(msgspec.json.encode(action)))
        asked.append((table, Call(seat, f"guest.{seat}:{command.id}", 1, sources), command))
        changes.append(carry_out(*asked[-1]))
    return opened, asked, changes


def judging_us(game: str, tables: int) -> float:
    """Microseconds to judge a move, where so many tables take turns."""
    rounds = zip(*(played(game, number)[1] for number in range(tables)), strict=False)
    asked = [each for moves in rounds for each in moves]
    return min(judged_us(asked) for _ in range(max(5, ROUNDS // tables)))


def judged_us(asked: list[tuple[Table, Call, protocol.Act]]) -> float:
    started = time.thread_time()
    for each in asked:
        carry_out(*each)
    return 1e6 * (time.thread_time() - started) / len(asked)


def telling_us(game: str) -> float:
    """Microseconds to work out what three seats and one who watches are sent of a move."""
    _, _, (begun, *changes) = played(game, 1)
    fan_out: Any = FanOut(None, clock, None)  # type: ignore[arg-type]  # all steps are in memory
    return min(asyncio.run(told_us(fan_out, begun.table, changes)) for _ in range(ROUNDS))


async def told_us(fan_out: FanOut, first: Table, changes: list[Change]) -> float:
    live, followers = in_memory(first), list[Follower]()
    for seat in (*range(SEATS), None):
        guest = None if seat is None else f"guest{seat}"
        follower = Follower(guest, seat, seat == 0, first.head, print, "")
        followers.append(follower)
        live.guests.follow(follower)
    started = time.thread_time()
    for change in changes:
        live.advance(change.table, change.entries)
        for follower in followers:
            await fan_out.frames(live, follower)
    return 1e6 * (time.thread_time() - started) / len(changes)


async def storing_us(game: str, batch: int) -> float:
    """Microseconds of processor time to commit a move to SQLite at FULL, with so many."""
    tables = [played(game, number) for number in range(batch)]
    taken: list[float] = []

    with tempfile.TemporaryDirectory() as name:
        database = await open_database(str(Path(name) / "a.db"))
        await database.transact(partial(write, [opened for opened, _, _ in tables]))
        for moves in zip(*(changes for _, _, changes in tables), strict=False):
            started = time.process_time()
            await database.transact(partial(write, list(moves)))
            taken.append(time.process_time() - started)
        await database.close()
    return 1e6 * statistics.quantiles(taken, n=10)[0] / batch


def main() -> None:
    print(f"us a move, {SEATS} seats and one who watches")
    for game in ("word-bank", "quiddler"):
        print(f"{game:>10}: judging {judging_us(game, 1):.1f}", end="")
        print(f" and at {TABLES} tables by turns {judging_us(game, TABLES):.1f}", end="")
        print(f", telling {telling_us(game):.1f}", end="")
        for batch in BATCHES:
            least = min(asyncio.run(storing_us(game, batch)) for _ in range(5))
            print(f", storing {batch} at once {least:.0f}", end="")
        print()


if __name__ == "__main__":
    main()
