"""How the cost of a move grows: python -m bench.bench_growth, on loopback, in ten minutes.

Against the tables that the server holds, nearly all of them asleep; the tables at which people
play; the steps in a table's log; those who watch a table. The cost is processor time of the server,
and the people are those of `bench.bench_server`, who play Word Bank. It ends with charts for
Mermaid.
"""

import argparse
import asyncio
import contextlib
import json
import math
import statistics
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

from sqlalchemy import String, cast, create_engine, literal, null, select, true

from bench.bench_server import Board, board, first_answer, free_port, server, stand_in
from bench.process_stats import cpu_of_server_s
from bench.stopping import end_when_stopped
from chabudai.server.store.schema import LOG, PENDING, TABLES

SEATS = 3
PACE_S = 0.01
"""From one move of the server to the next."""
MOVES = 12
"""At each table; a game has some more."""


class Cost(NamedTuple):
    """What a move cost at one size: processor time of the server and latency, in milliseconds."""

    size: int
    sockets: int
    moves: int
    cpu: float
    p50: float
    p99: float


class Point(NamedTuple):
    """What is measured: sleeping tables in the database, tables played at, steps in each log
    before the moves, and those who watch each table.
    """

    held: int
    active: int
    steps: int
    watching: int


AXES: dict[str, Callable[[int], Point]] = {
    "tables held": lambda size: Point(size, 20, 1, 1),
    "tables played at": lambda size: Point(0, size, 1, 1),
    "steps in the log": lambda size: Point(0, 5, size, 1),
    "watching a table": lambda size: Point(0, min(20, max(1, 2_000 // size)), 1, size),
}
SIZES = {
    "tables held": (10, 100, 1_000, 10_000, 100_000),
    "tables played at": (1, 10, 100, 500),
    "steps in the log": (1, 100, 1_000, 10_000),
    "watching a table": (1, 10, 100, 1_000, 2_000),
}


async def lengthen(each: Board, steps: int) -> None:
    """Have the first of the players change their name until the log has so many steps."""
    first = each.seen[0]
    assert first.last is not None
    head = first.last["seq"]
    for step in range(head, steps):
        await first.ws.send(json.dumps({"type": "rename", "id": f"n{step}", "name": f"n{step}"}))
        await first.reach(step + 1)
    await asyncio.gather(*(each.reach(max(head, steps)) for each in each.seen))


def hold(db: Path, tables: int) -> None:
    """Copy the one table in the database with all its rows until there are so many, each asleep."""
    numbers = select(literal(1).label("n")).cte(recursive=True)
    numbers = numbers.union_all(select(numbers.c.n + 1).where(numbers.c.n < tables - 1))
    number = cast(numbers.c.n, String)
    with create_engine(f"sqlite:///{db}").begin() as bare:
        first = bare.execute(select(TABLES.c.id)).scalar_one()
        for kind, own in ((TABLES, "id"), (LOG, "table_id"), (PENDING, "table_id")):
            new = {own: number + first, "code": null()}
            columns = [new.get(each.name, each) for each in kind.c]
            rows = (
                select(*columns).select_from(kind).join(numbers, true()).where(kind.c[own] == first)
            )
            bare.execute(kind.insert().from_select([each.name for each in kind.c], rows))


async def one_begun(folder: Path, db: Path) -> None:
    """A database with one table, at which people have begun to play."""
    port = free_port()
    with server(port, str(db), stand_in(folder)):
        await asyncio.to_thread(first_answer, port)
        async with board(f"http://127.0.0.1:{port}", 0):
            pass


async def play(boards: Sequence[Board]) -> None:
    """`MOVES` at each table, one begun every `PACE_S`."""
    loop = asyncio.get_running_loop()
    due = loop.time()
    for _ in range(MOVES):
        waiting: list[asyncio.Task[bool]] = []
        for each in boards:
            waiting.append(asyncio.create_task(each.move()))
            due += PACE_S
            await asyncio.sleep(max(0.0, due - loop.time()))
        assert all(await asyncio.gather(*waiting)), "a game was over too soon"


async def measure(point: Point, size: int) -> Cost:
    """What a move costs at one point."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        db = folder / "tables.db"
        if point.held > 1:
            (folder / "first").mkdir()
            await one_begun(folder / "first", db)
            hold(db, point.held)
        port = free_port()
        with server(port, str(db), stand_in(folder)) as process:
            await asyncio.to_thread(first_answer, port)
            base = f"http://127.0.0.1:{port}"
            async with contextlib.AsyncExitStack() as stack:
                boards: list[Board] = []
                for number in range(point.active):
                    at = await stack.enter_async_context(
                        board(base, number, SEATS, SEATS + point.watching)
                    )
                    await lengthen(at, point.steps)
                    boards.append(at)
                used = cpu_of_server_s(process.pid)
                await play(boards)
                used = cpu_of_server_s(process.pid) - used
    delays = sorted(1000 * delay for each in boards for delay in each.delays)
    p99 = delays[min(len(delays) - 1, len(delays) * 99 // 100)]
    sockets = SEATS + point.watching
    return Cost(
        size, sockets, len(delays), 1000 * used / len(delays), statistics.median(delays), p99
    )


def chart(axis: str, taken: Sequence[Cost]) -> str:
    """A Mermaid chart of the processor time a move against the size."""
    sizes = ", ".join(f'"{each.size:,}"' for each in taken)
    lines = (
        "```mermaid",
        "xychart-beta",
        f'    title "{axis}: processor time a move, ms"',
        f"    x-axis [{sizes}]",
        f"    y-axis 0 --> {math.ceil(max(each.cpu for each in taken))}",
        f"    line [{', '.join(f'{each.cpu:.2f}' for each in taken)}]",
        "```",
    )
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("axes", nargs="*", choices=[[], *AXES], help="what grows; else all")
    parser.add_argument("--most", type=int, default=100_000, help="leave out larger sizes")
    args = parser.parse_args()
    charts: list[str] = []
    for axis in args.axes or AXES:
        print(f"{axis:>20}  sockets  moves  CPU/move, ms  p50, ms  p99, ms", flush=True)
        taken: list[Cost] = []
        for size in filter(args.most.__ge__, SIZES[axis]):
            taken.append(got := asyncio.run(measure(AXES[axis](size), size)))
            row = f"{got.sockets:>7} {got.moves:>6} {got.cpu:>13.2f}"
            print(f"{got.size:>20,}  {row} {got.p50:>8.1f} {got.p99:>8.1f}", flush=True)
        if taken:
            charts.append(chart(axis, taken))
    print(*charts, sep="\n\n")


if __name__ == "__main__":
    end_when_stopped()
    main()
