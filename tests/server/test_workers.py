"""Several processes that serve together: one table at all of them, deaths, limits, and ends."""

import asyncio
import contextlib
import json
import os
import signal
import threading
import time
from asyncio.subprocess import PIPE
from collections.abc import AsyncIterator, Iterator
from dataclasses import replace
from pathlib import Path
from zlib import crc32

import pytest
from prometheus_client.parser import text_string_to_metric_families

from chabudai.core import Rng
from chabudai.server.limits import Limits, Rate
from chabudai.server.live import clocks, watchdog
from chabudai.server.metrics import together
from chabudai.server.processes import workers
from chabudai.server.processes.siblings import Family, Siblings
from chabudai.server.refusal import CannotStart
from chabudai.server.run import serve
from chabudai.server.services import Settings
from chabudai.server.store import Store
from chabudai.server.store.database import open_database
from tests.server.crew import crew
from tests.server.support import (
    BRISK,
    OFTEN,
    Guest,
    Line,
    Running,
    entries,
    guest,
    play_on,
    running,
)
from tests.server.test_store import new


@contextlib.asynccontextmanager
async def pair(
    db: str, static: Path, limits: Limits = OFTEN
) -> AsyncIterator[tuple[Running, Running]]:
    """Two workers in this process, each at a port of its own, that hand no connections on."""
    family = Family(2)
    settings = Settings(db=db, static=static, bot_workers=1, sources=BRISK, limits=limits)
    async with contextlib.AsyncExitStack() as stack:
        both: list[Running] = []
        for number in range(2):
            siblings = Siblings(family, number)
            each = await stack.enter_async_context(running(settings, siblings))
            hear, numbers = each.services.hints.hear, each.services.metrics.text
            siblings.listen(hear, each.host.adopt, numbers)
            both.append(each)
        yield both[0], both[1]
        for here in (line[1] for line in family.lines):
            asyncio.get_running_loop().remove_reader(here.fileno())
    family.close()


@pytest.fixture
def kept_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is handed on: there is never room for it."""
    monkeypatch.setattr(Siblings, "hand_on", lambda *_: False)


@contextlib.asynccontextmanager
async def two_at_one_table(
    here: Running, there: Running, **order: object
) -> AsyncIterator[tuple[str, Line, Line, Line]]:
    """A table with a guest at each worker, who have begun to play, and one who watches there."""
    async with (
        guest(here.base) as mika,
        guest(there.base) as ken,
        guest(there.base) as ami,
    ):
        made = await mika.open(**order)
        joined = await ken.join(table=made["table"], secret=made["invite"])
        assert joined.status_code == 200, joined.text
        async with (
            mika.line(made["table"]) as one,
            ken.line(made["table"]) as two,
            ami.line(made["table"]) as watcher,
        ):
            await one.say(type="hasten", hasten=True)
            assert (await one.say(type="begin", fill=None))["type"] == "accepted"
            yield made["table"], one, two, watcher


@pytest.mark.usefixtures("kept_apart")
async def test_one_table_at_two_workers_is_told_to_all_who_follow_it_and_played_once(
    db: str, static: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Only hints tell of a move: nobody looks.
    monkeypatch.setattr(watchdog, "POLL_S", 3600.0)
    async with (
        pair(db, static) as (here, there),
        two_at_one_table(here, there, seats=3, bots=["easy"]) as (table, one, two, watcher),
    ):
        await asyncio.gather(play_on(one, 0, Rng(1)), play_on(two, 2, Rng(2)))
        stored, log = await entries(here, table)
        for line in (one, two, watcher):
            await line.at(stored.head)
            told = [step["seq"] for update in line.of("update") for step in update["news"]]
            assert told == sorted(set(told))
        assert [entry.seq for entry in log] == list(range(1, stored.head + 1))
        assert len({entry.cmd for entry in log}) == len(log)
        assert here.services.metrics.missed._value.get() == 0


async def test_new_tables_are_played_at_each_worker_in_turn(tmp_path: Path, static: Path) -> None:
    async with pair(f"{tmp_path}/x.db", static) as (here, _), guest(here.base) as mika:
        opened = [(await mika.open(seats=3))["table"] for _ in range(4)]
        homes = [crc32(table.encode()) % 2 for table in opened]
        assert homes == [1, 0, 1, 0]


@pytest.mark.usefixtures("kept_apart")
async def test_a_lost_hint_costs_a_look_and_no_move(
    tmp_path: Path, static: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Siblings, "tell", lambda *_: None)
    async with (
        pair(f"{tmp_path}/x.db", static) as (here, there),
        two_at_one_table(here, there, seats=2) as (table, one, two, watcher),
    ):
        await asyncio.gather(play_on(one, 0, Rng(1), 2), play_on(two, 1, Rng(2), 2))
        stored, _ = await entries(here, table)
        for line in (one, two, watcher):
            await line.at(stored.head)


@pytest.mark.usefixtures("kept_apart")
async def test_a_bot_thinks_at_one_worker_only_where_both_have_guests(
    tmp_path: Path, static: Path
) -> None:
    async with (
        pair(f"{tmp_path}/x.db", static) as (here, there),
        two_at_one_table(here, there, seats=3, bots=["easy"]) as (_, one, two, _),
    ):
        await asyncio.gather(play_on(one, 0, Rng(1), 4), play_on(two, 2, Rng(2), 4))
        thought = [each.services.metrics.thinking._sum.get() > 0 for each in (here, there)]
        assert thought == [True, False]


@pytest.mark.usefixtures("kept_apart")
async def test_who_is_over_a_limit_is_so_at_every_worker(tmp_path: Path, static: Path) -> None:
    limits = replace(Limits(), misses=Rate(3, 1000.0), sockets=3)
    async with (
        pair(f"{tmp_path}/x.db", static, limits) as (here, there),
        guest(here.base) as mika,
        guest(there.base) as ken,
    ):
        wrong = {"code": "0000"}
        answers = [await who.join(**wrong) for who in (mika, ken, mika, ken, mika, ken)]
        assert [each.status_code for each in answers] == [404] * 3 + [429] * 3
        # What is open is counted by each alone, which lets half as many in, rounded up.
        assert here.services.limits.sockets == 2


async def test_clocks_are_put_off_once_when_two_workers_wake_up(db: str) -> None:
    first, second = [Store(await open_database(db), lambda _: None) for _ in range(2)]
    try:
        await first.heartbeat(1000)
        put_off = await asyncio.gather(*(s.put_off(500, 9000, 1000) for s in (first, second)))
        assert sorted(put_off) == [False, True]
        assert await first.last_beat() == 9000
    finally:
        await first.close()
        await second.close()


@pytest.mark.usefixtures("kept_apart")
async def test_clocks_at_two_workers_are_put_off_at_both_and_once(
    tmp_path: Path, static: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(clocks, "HEARTBEAT_TICKS", 1_000_000)
    async with (
        pair(f"{tmp_path}/x.db", static) as both,
        two_at_one_table(*both, seats=2, options={"turn_clock": 600}) as (table, one, two, _),
    ):
        await asyncio.gather(one.first("update"), two.first("update"))
        now = both[0].services.settings.sources.now()
        await both[0].services.store.heartbeat(now - 61_000)
        held = [await each.services.registry.get(table) for each in both]
        before = [each.table.pending[0].due or 0 for each in held if each]
        await asyncio.gather(*(s.services.clocks.make_up_for(60_000) for s in both))
        stored, _ = await entries(both[0], table)
        after = [each.table.pending[0].due or 0 for each in held if each]
        assert before[0] == before[1]
        assert after == [stored.pending[0].due] * 2
        assert 60_000 <= after[0] - before[0] < 120_000


# --- in processes of their own ------------------------------------------------------------


def told(page: str, metric: str) -> dict[str, float]:
    """By worker, the sum of a metric."""
    sums: dict[str, float] = {}
    for family in text_string_to_metric_families(page):
        for sample in family.samples:
            if sample.name == metric:
                worker = sample.labels["worker"]
                sums[worker] = sums.get(worker, 0.0) + sample.value
    return sums


async def sit_and_begin(mika: Guest, ken: Guest) -> str:
    """A table for two, begun."""
    made = await mika.open(seats=2)
    await ken.join(table=made["table"], secret=made["invite"])
    async with mika.line(made["table"]) as line:
        assert (await line.say(type="begin", fill=None))["type"] == "accepted"
    return str(made["table"])


@pytest.mark.slow
async def test_the_sockets_of_a_table_are_at_one_worker_and_the_numbers_tell_of_all(
    tmp_path: Path, static: Path
) -> None:
    async with (
        crew(f"{tmp_path}/x.db", static) as server,
        guest(server.base) as mika,
        guest(server.base) as ken,
        contextlib.AsyncExitStack() as lines,
    ):
        for _ in range(2):
            await server.next_up()
        tables = 0
        seated = dict.fromkeys("01", 0.0)
        while not all(seated.values()):  # which worker takes a call is decided by lot
            table = await sit_and_begin(mika, ken)
            for who in (mika, ken):
                line = await lines.enter_async_context(who.line(table))
                await line.first("update")
            tables += 1
            seated = told((await mika.http.get(f"{server.metrics}/metrics")).text, "ws_connections")
            assert sum(seated.values()) == 2 * tables
            assert all(number % 2 == 0 for number in seated.values())
        assert (await mika.http.get("/readyz")).status_code == 200


@pytest.mark.slow
async def test_a_worker_that_is_killed_is_replaced_and_its_people_play_on(
    tmp_path: Path, static: Path
) -> None:
    async with (
        crew(f"{tmp_path}/x.db", static, log=PIPE) as server,
        guest(server.base) as mika,
        guest(server.base) as ken,
    ):
        pids = [await server.next_up() for _ in range(2)]
        table = await sit_and_begin(mika, ken)
        for pid in pids:
            async with mika.line(table) as one, ken.line(table) as two:
                await asyncio.gather(play_on(one, 0, Rng(1), 2), play_on(two, 1, Rng(2), 2))
                os.kill(pid, signal.SIGKILL)
                assert await server.next_up() not in pids
        async with mika.line(table) as one, ken.line(table) as two:
            await asyncio.gather(play_on(one, 0, Rng(1)), play_on(two, 1, Rng(2)))
        server.process.terminate()
        assert server.process.stderr is not None
        lines = [json.loads(line) async for line in server.process.stderr]
        assert await server.process.wait() == 0
    events = [line["event"] for line in lines]
    assert (events[0], events[-1]) == ("listening", "closed")
    assert [line["status"] for line in lines if line["event"] == "worker_lost"] == [-9]


@pytest.mark.slow
async def test_the_process_that_writes_for_all_is_replaced_and_nobody_loses_a_line(
    tmp_path: Path, static: Path
) -> None:
    async with (
        crew(f"{tmp_path}/x.db", static, log=PIPE) as server,
        guest(server.base) as mika,
        guest(server.base) as ken,
    ):
        table = await sit_and_begin(mika, ken)
        async with mika.line(table) as one, ken.line(table) as two:
            for number in range(2):
                writer = await server.next_writer()
                await asyncio.gather(play_on(one, 0, Rng(1), 2), play_on(two, 1, Rng(2), 2))
                os.kill(writer, (signal.SIGKILL, signal.SIGSTOP)[number])
            await asyncio.gather(play_on(one, 0, Rng(1)), play_on(two, 1, Rng(2)))
            await server.next_writer()
        server.process.terminate()
        assert server.process.stderr is not None
        lines = [json.loads(line) async for line in server.process.stderr]
        assert await server.process.wait() == 0
    lost = [line for line in lines if line["event"] == "worker_lost"]
    assert [each["status"] for each in lost] == [-9]


@pytest.mark.slow
async def test_a_worker_that_is_stopped_is_ended_and_replaced(tmp_path: Path, static: Path) -> None:
    async with (
        crew(f"{tmp_path}/x.db", static, log=PIPE) as server,
        guest(server.base) as mika,
        guest(server.base) as ken,
    ):
        pids = [await server.next_up() for _ in range(2)]
        table = await sit_and_begin(mika, ken)
        for pid in pids:  # one of them is the table's
            os.kill(pid, signal.SIGSTOP)
        assert {await server.next_up() for _ in pids}.isdisjoint(pids)
        async with mika.line(table) as one, ken.line(table) as two:
            await asyncio.gather(play_on(one, 0, Rng(1), 2), play_on(two, 1, Rng(2), 2))
        server.process.terminate()
        assert server.process.stderr is not None
        lines = [json.loads(line) async for line in server.process.stderr]
    lost = [line for line in lines if line["event"] == "worker_lost"]
    assert [(each["status"], each["why"]) for each in lost] == [(-9, workers.SILENT.decode())]


def wait_until_gone(pids: list[int]) -> None:
    """Wait until none of these processes is there any more."""
    with contextlib.suppress(ProcessLookupError):
        while pids:
            os.kill(pids[-1], 0)
            time.sleep(0.05)
    if pids:
        wait_until_gone(pids[:-1])


@pytest.mark.slow
@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT, signal.SIGKILL])
async def test_the_workers_end_with_the_process_that_watches_over_them(
    tmp_path: Path, static: Path, how: signal.Signals
) -> None:
    async with crew(f"{tmp_path}/x.db", static) as server, guest(server.base) as mika:
        pids = [await server.next_up() for _ in range(2)]
        made = await mika.open(bots=["easy", "easy"], begin=True)
        async with mika.line(made["table"]) as line:
            await line.first("update")
            server.process.send_signal(how)
            assert await line.closing() == 1012
        assert await server.process.wait() == (-9 if how == signal.SIGKILL else 0)
        await asyncio.to_thread(wait_until_gone, pids)
    assert not (tmp_path / "x.db-wal").exists()


def test_what_keeps_a_server_from_starting_keeps_its_workers_too(
    tmp_path: Path, static: Path
) -> None:
    before = signal.getsignal(signal.SIGTERM)
    with pytest.raises(CannotStart, match="folder does not exist"):
        serve(port=0, settings=Settings(db=f"{tmp_path}/no/x.db", static=static), workers=2)
    with pytest.raises(CannotStart, match="make client"):
        serve(port=0, settings=Settings(db=f"{tmp_path}/x.db", static=tmp_path), workers=2)
    assert signal.getsignal(signal.SIGTERM) == before


def test_the_numbers_of_several_workers_are_one_page() -> None:
    page = b'# HELP a_total A.\n# TYPE a_total counter\na_total{x="y"} 1.0\n'
    page += b"# HELP b B.\n# TYPE b gauge\nb 2.0\n"
    text = together({0: page, 1: page}).decode()
    assert text.count("# TYPE a_total counter") == 1
    assert told(text, "a_total") == {"0": 1.0, "1": 1.0}
    assert told(text, "b") == {"0": 2.0, "1": 2.0}


async def test_who_comes_while_another_process_writes_is_in_the_next_commit(tmp_path: Path) -> None:
    sizes: list[int] = []
    asked, free = threading.Event(), threading.Event()

    @contextlib.contextmanager
    def turn() -> Iterator[None]:
        asked.set()
        free.wait()
        yield

    free.set()
    store = Store(await open_database(f"{tmp_path}/x.db", turn), sizes.append)
    store.start()
    try:
        free.clear()
        asked.clear()
        first = asyncio.create_task(store.append(new()))
        await asyncio.to_thread(asked.wait)
        others = [asyncio.create_task(store.append(new())) for _ in range(3)]
        await asyncio.sleep(0)
        free.set()
        assert all(each.fresh for each in await asyncio.gather(first, *others))
        assert sizes == [4]
    finally:
        free.set()
        await store.close()
