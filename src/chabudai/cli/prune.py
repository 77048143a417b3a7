"""`chabudai prune`: list the parties that have not been used for a long time, and delete them."""

import argparse
import asyncio
import sys
from collections.abc import AsyncGenerator, Callable, Collection, Sequence
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from sqlite3 import Error
from typing import Any

from chabudai.cli.database import check_database
from chabudai.cli.errors import Unusable
from chabudai.cli.guesses import same_name
from chabudai.cli.operation import numbered
from chabudai.cli.settings import chosen
from chabudai.games import GAMES
from chabudai.server.refusal import StartupFailed
from chabudai.server.sources import Sources
from chabudai.server.store.base import StorageFailed, Store
from chabudai.server.store.database import open_existing
from chabudai.server.store.diagnosis import trouble
from chabudai.server.store.sqlite import Sqlite

DAY_MS = 24 * 3600 * 1000


def run(args: argparse.Namespace) -> int:
    """List the idle parties, and delete them if `--yes` is given or the user agrees."""
    found = chosen(args)
    check_database(found)
    agree = (lambda: True) if args.yes else asked
    try:
        asyncio.run(prune(found["db"].value, Sources().now() - args.older * DAY_MS, agree))
    except (StartupFailed, StorageFailed) as reason:
        raise Unusable(reason) from None
    return 0


async def prune(db: str, before: int, agree: Callable[[], bool]) -> None:
    """List the parties that have made no step since `before`, and delete them if `agree` returns
    true. Raises StartupFailed, StorageFailed and Unusable.
    """
    async with opened(db) as store:
        rows = await store.idle_tables(before)
        print(f"Without a step since {day(before)} (UTC):")
        for line in listed(rows):
            print(line)
        if not rows:
            print("Nothing is that old.")
        elif agree():
            print(f"Deleted: {numbered(await delete_idle(store, before), 'table')}.")
            await compact(store)
        else:
            print("Nothing was deleted. To delete these tables, add --yes.")


@asynccontextmanager
async def opened(db: str) -> AsyncGenerator[Store]:
    """Open the store of an existing database, and close it. Raises StartupFailed."""
    store = Store(await open_existing(db), lambda _: None)
    try:
        yield store
    finally:
        await store.close()


def listed(rows: Sequence[Any]) -> list[str]:
    """Return a line for each party: the day of its last step, its id and its games."""
    parties: dict[str, list[Any]] = {}
    for row in rows:
        parties.setdefault(row.party, []).append(row)
    last = {party: max(row.moved for row in tables) for party, tables in parties.items()}
    return [
        f"{day(last[party])}  {party}  "
        f"{numbered(len(parties[party]), 'table')}: {titles({row.game for row in parties[party]})}"
        for party in sorted(parties, key=last.__getitem__)
    ]


def day(at_ms: int) -> str:
    """Return the date of a time in UTC, such as "2026-06-02"."""
    return f"{datetime.fromtimestamp(at_ms / 1000, UTC):%Y-%m-%d}"


def titles(games: Collection[str]) -> str:
    """Return the titles of games, or the names of games that are not installed."""
    return ", ".join(sorted(GAMES[game].title if game in GAMES else game for game in games))


def asked() -> bool:
    """Ask in the terminal whether to delete. Return False if there is no terminal."""
    if not sys.stdin.isatty():
        return False
    try:
        typed = input("Delete these tables? They cannot be restored. (yes/no) ")
    except EOFError:
        return False
    return same_name(typed, ("y", "yes", "はい")) is not None


async def delete_idle(store: Store, before: int) -> int:
    """Delete idle parties, and idle tables that belong to no party. Return the number of deleted
    tables.
    """
    deleted = 0
    for end in (store.end_parties, store.end_alone):
        while ended := await end(before):
            deleted += len(ended)
    return deleted


async def compact(store: Store) -> None:
    """Release the unused space of a SQLite file. If that fails, raises Unusable with a message that
    the tables have been deleted.
    """
    if isinstance(store.database, Sqlite):
        try:
            await store.database.compact()
        except (Error, OSError) as error:
            raise Unusable(f"The file still has its old size: {trouble(error)}.") from None
