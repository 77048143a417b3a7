"""How soon do games continue after an outage? `python -m bench.bench_outages` takes five minutes,
or two with `--only pages` or `--only servers`.

Pages: a network that drops all traffic for 8 to 28 seconds, without closing a connection. Servers
on one PostgreSQL, on loopback: first a server is killed with SIGKILL and its players continue at
another one. Then the database is stopped immediately and started again. Finally, the connections
that listen for notifications are closed repeatedly during play.
"""

import argparse
import asyncio
import contextlib
import json
import time
from collections.abc import AsyncGenerator

from sqlalchemy import text
from websockets.asyncio.client import ClientConnection, connect

from bench.bench_fleet import Fleet, delays
from bench.bench_server import Board, board, joined, paced
from bench.silent_pages import median_interval, silent_pages
from bench.stopping import end_when_stopped
from chabudai.server.store.database import open_database
from chabudai.server.store.postgres import Postgres

TRY_S = 0.05
"""Seconds before a client retries after `busy`."""
SHUT = text(
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
    " WHERE query LIKE 'LISTEN%' AND pid <> pg_backend_pid()"
)


@contextlib.asynccontextmanager
async def fleet_with(
    tables: int, *, spread: bool = False
) -> AsyncGenerator[tuple[Fleet, list[Board]]]:
    """Open tables on two servers, with the players at the first server or alternately at both."""
    async with contextlib.AsyncExitStack() as stack:
        fleet = Fleet(stack, 2)
        at = fleet.bases if spread else ()
        made = (board(fleet.bases[0], number, at=at) for number in range(tables))
        yield fleet, [await stack.enter_async_context(each) for each in made]


def back(each: Board, base: str) -> connect:
    """Reopen the first seat's socket at this server."""
    request = each.seen[0].ws.request
    assert request is not None
    return joined(base, each.table, request.headers["Cookie"])


async def store(ws: ClientConnection, name: str) -> None:
    """Resend a command until it is stored. Raise ValueError if it can never be stored."""
    while True:
        await ws.send(json.dumps({"type": "rename", "id": name, "name": name}))
        async for frame in ws:
            answer = json.loads(frame)
            if answer["type"] in ("accepted", "refused"):
                break
        else:
            raise ConnectionError("the server has gone")
        if answer["type"] == "accepted":
            return
        if answer["code"] not in ("busy", "unstored"):
            raise ValueError(f"the command was refused: {answer}")
        await asyncio.sleep(TRY_S)


async def after_a_server(tables: int) -> list[float]:
    """Return, for each table, the seconds from the end of a server to the first command that
    another server stores.
    """
    async with fleet_with(tables) as (fleet, boards):
        fleet.processes[0].kill()
        killed = time.perf_counter()

        async def go_on(each: Board) -> float:
            await each.seen[0].ws.wait_closed()
            async with back(each, fleet.bases[1]) as ws:
                await store(ws, "C")
            return time.perf_counter() - killed

        return await asyncio.gather(*map(go_on, boards))


async def after_the_database(tables: int) -> list[float]:
    """Return, for each table, the seconds from the database's return to the first stored command.
    The players are at both servers and send commands continuously.
    """
    async with fleet_with(tables) as (fleet, boards), contextlib.AsyncExitStack() as stack:
        there = [back(each, fleet.bases[n % 2]) for n, each in enumerate(boards)]
        sockets = [await stack.enter_async_context(each) for each in there]
        await asyncio.gather(*(store(ws, "before") for ws in sockets))
        await asyncio.to_thread(fleet.database.kill)

        async def go_on(ws: ClientConnection) -> float:
            await store(ws, "after")
            return time.perf_counter()

        waiting = [asyncio.create_task(go_on(ws)) for ws in sockets]
        await asyncio.to_thread(fleet.database.start)
        started = time.perf_counter()
        return [at - started for at in await asyncio.gather(*waiting)]


async def without_hints(tables: int, seconds: float) -> list[float]:
    """Return, for each step, the seconds from the first socket that shows it to the last. Each
    table has one move a second, and its players are at both servers.
    """
    async with fleet_with(tables, spread=True) as (fleet, boards):
        database = await open_database(fleet.database.url)
        assert isinstance(database, Postgres)

        async def shut(engine: Postgres) -> None:
            while True:
                async with engine.engine.begin() as connection:
                    await connection.execute(SHUT)
                await asyncio.sleep(0.02)

        shutting = asyncio.create_task(shut(database))
        until = time.perf_counter() + seconds
        await asyncio.gather(*(paced(b, until, 1.0, n / tables) for n, b in enumerate(boards)))
        shutting.cancel()
        await asyncio.gather(shutting, return_exceptions=True)
        await database.close()
        own = [[each.at for each in one.seen] for one in boards]
    return [max(t[s] for t in at) - min(t[s] for t in at) for at in own for s in at[0] if s > 1]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=40)
    parser.add_argument(
        "--times", type=int, default=3, help="number of failures of server and database"
    )
    parser.add_argument("--seconds", type=float, default=10.0)
    parser.add_argument("--pages", type=int, default=8)
    parser.add_argument("--silences", type=int, default=5, help="number of network failures")
    parser.add_argument("--only", choices=("pages", "servers"))
    args = parser.parse_args()
    if args.only != "servers":
        late = silent_pages(args.pages, args.silences)
        print(f"from the network's return to the next step on a page: {median_interval(late)}")
    if args.only != "pages":
        break_servers(args)


def break_servers(args: argparse.Namespace) -> None:
    """Measure and print how soon tables continue after a failure of servers or their database."""
    broken = {"a killed server": after_a_server, "the database is back": after_the_database}
    for what, measure in broken.items():
        taken = [each for _ in range(args.times) for each in asyncio.run(measure(args.tables))]
        if taken:
            print(f"{what}, until a command is stored: {delays(taken)}", flush=True)
    late = asyncio.run(without_hints(args.tables, args.seconds))
    print(f"without notifications, from the first socket to the last: {delays(late)}")


if __name__ == "__main__":
    end_when_stopped()
    main()
