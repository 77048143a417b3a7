"""Storing moves: PostgreSQL is sent a single statement."""

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import msgspec
import pytest
from msgspec import Raw
from msgspec.structs import replace
from sqlalchemy import event, select

from chabudai.games import GAMES
from chabudai.server import protocol
from chabudai.server.store.base import StorageFailed, Store
from chabudai.server.store.commit import Conflict, Stored
from chabudai.server.store.postgres import Postgres
from chabudai.server.store.schema import PENDING
from chabudai.server.tables.decide import Change, Entry, Table
from tests.server import postgres
from tests.server.tables import AT, change, open_new, sample
from tests.server.test_neighbours import held
from tests.server.test_store import loaded, opened_store, renamed, store

__all__ = ["store"]

MANY = 12


def opened(game: str = "word-bank", code: str | None = "1234") -> Change:
    """A table with bots in all seats but one, whose game has begun."""
    seats = max(2, min(GAMES[game].seats))
    return open_new(game, code=code, seats=seats, bots=("easy",) * (seats - 1), begin=True)


def moved(table: Table, cmd: str = "") -> Change:
    seat = table.game.to_act(table.state)[0]
    act = protocol.Act("x", table.head, Raw(msgspec.json.encode(sample(table, seat, table.head))))
    cmd = cmd or f"guest.{seat}:{table.head}"
    return change(table, seat, act, cmd=cmd, at=AT + table.head, seed=table.head)


async def made(store: Store, number: int = MANY) -> list[Table]:
    """Tables that are stored."""
    changes = [opened(code=f"{at:04}") for at in range(number)]
    await asyncio.gather(*map(store.append, changes))
    return [each.table for each in changes]


async def told(store: Store, *changes: Change) -> list[Stored | BaseException]:
    """Append changes together, and return the results."""
    return await asyncio.gather(*map(store.append, changes), return_exceptions=True)


@pytest.mark.parametrize("game", GAMES)
async def test_a_whole_game_is_stored_move_by_move_as_it_is(store: Store, game: str) -> None:
    step = opened(game)
    steps: list[Entry] = []
    while True:
        assert (await store.append(step)).fresh
        steps += step.entries
        table = step.table
        assert await loaded(store, table.id) == table
        if table.sitting.status == "over":
            break
        step = moved(table)
    assert await store.entries(table, 0, table.head) == tuple(steps)
    assert await store.codes() == {table.code}, "the party keeps its code after the game"
    assert await store.database.rows((select(PENDING),), {}) == [[]]


async def test_valid_moves_in_a_batch_are_stored(store: Store) -> None:
    tables = await made(store)
    first = [moved(table) for table in tables]
    late, again, new, named = first[0], first[1], opened(), renamed(tables[2], "0:n")
    assert await told(store, late, again) == [Stored(late.entries[0].seq, fresh=True)] * 2
    answers = await told(store, moved(tables[0], "guest.0:late"), again, new, named, *first[3:])
    assert isinstance(answers[0], Conflict)
    assert answers[1] == Stored(again.entries[0].seq, fresh=False)
    assert all(isinstance(each, Stored) and each.fresh for each in answers[2:])
    for step in (*first[:2], new, named, *first[3:]):
        assert await loaded(store, step.table.id) == step.table


async def test_two_moves_of_a_table_that_come_together_are_stored_in_order(store: Store) -> None:
    (table,) = await made(store, 1)
    one = moved(table)
    two = moved(one.table)
    assert all(isinstance(each, Stored) for each in await told(store, one, two))
    assert await loaded(store, table.id) == two.table
    named = renamed(two.table, "0:n")
    again = renamed(named.table, "0:m", "Ken")
    assert all(isinstance(each, Stored) for each in await told(store, named, again))
    assert await loaded(store, table.id) == again.table


async def test_a_command_that_is_stored_at_another_step_is_found_there(store: Store) -> None:
    one, two = await made(store, 2)
    first = moved(one, "guest.0:a")
    await store.append(first)
    seq = first.entries[0].seq
    again, other = moved(first.table, "guest.0:a"), moved(two)
    answers = await told(store, again, other)
    assert answers == [Stored(seq, fresh=False), Stored(other.entries[0].seq, fresh=True)]
    assert await loaded(store, one.id) == first.table
    assert await loaded(store, two.id) == other.table


async def test_a_move_that_cannot_be_a_row_does_not_spoil_the_others(store: Store) -> None:
    first = [moved(table) for table in await made(store)]
    broken = replace(first[0], entries=(replace(first[0].entries[0], at=None),))  # not a row
    unopened = replace(opened(), table=replace(opened().table, id=None))
    answers = await told(store, *first[1:5], broken, unopened, *first[5:])
    assert isinstance(answers.pop(4), StorageFailed)
    assert isinstance(answers.pop(4), StorageFailed)
    assert all(isinstance(each, Stored) and each.fresh for each in answers)
    assert (await store.append(first[0])).fresh
    await store.prove(3000)


@pytest.fixture
def url() -> str:
    return postgres.cluster()


@pytest.fixture
async def shared(url: str) -> AsyncIterator[Store]:
    async with opened_store(url) as each:
        yield each


async def test_statements_of_a_move_use_indexes_even_for_small_tables(shared: Store) -> None:
    (table,), database = await made(shared, 1), shared.database
    assert isinstance(database, Postgres)
    asked: list[tuple[str, Any]] = []

    def note(*told: Any) -> None:
        asked.append(told[2:4])

    event.listen(database.engine.sync_engine, "before_cursor_execute", note)
    move = moved(table)
    await shared.append(move)
    await shared.load_after(table.id, 1, 64)
    await shared.append(renamed(move.table, "0:n"))
    event.remove(database.engine.sync_engine, "before_cursor_execute", note)
    plans: list[str] = []
    async with database.engine.connect() as connection:
        await connection.exec_driver_sql("ANALYZE")
        for statement, values in asked:
            # The driver returns no plan for several rows of values, so only the first is explained.
            one = values[0] if isinstance(values, list) else values
            plan = await connection.exec_driver_sql(f"EXPLAIN {statement}", one)
            plans += [line for (line,) in plan]
    assert len(asked) > 5
    assert any("Index Scan" in line for line in plans)
    assert [line for line in plans if "Seq Scan" in line] == []


async def test_a_row_that_a_stuck_neighbour_holds_is_not_waited_for(
    url: str, shared: Store
) -> None:
    tables = await made(shared, 3)
    moves = [moved(table) for table in tables]
    async with held(url, tables[0].id):
        answers = await told(shared, *moves)
        assert isinstance(answers[0], Conflict)
        assert all(isinstance(each, Stored) for each in answers[1:])
    assert (await shared.append(moves[0])).fresh
