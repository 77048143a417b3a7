"""Rows of the database made from tables, steps and pending moves, and read back."""

from collections.abc import Iterable
from functools import cache
from typing import Any

import msgspec
from sqlalchemy import Row

from chabudai.core import News, Struct
from chabudai.games import GAMES
from chabudai.server.table import Change, Entry, PendingMove, Sitting, Table


def encoded(value: object) -> str:
    """A value as canonical JSON text."""
    return msgspec.json.encode(value).decode()


def changing_columns(change: Change) -> dict[str, object]:
    """The columns of a table's row that change."""
    table = change.table
    return {
        "head": table.head,
        "status": table.sitting.status,
        "moved": change.entries[-1].at,
        "sitting": encoded(table.sitting),
        "state": None if table.state is None else encoded(table.state),
    }


def table_row(change: Change) -> dict[str, object]:
    """A new table's row."""
    table, made = change.table, change.entries[0].at
    kept = {"id": table.id, "game": table.sitting.game, "made": made, "code": table.code}
    return {**kept, **changing_columns(change)}


def moved_row(change: Change) -> dict[str, object]:
    """What changes in a table's row."""
    expected = change.entries[0].seq - 1
    return {"of": change.table.id, "expected": expected, **changing_columns(change)}


def log_row(table_id: str, entry: Entry) -> dict[str, object]:
    """A step's row."""
    return {
        "table_id": table_id,
        "seq": entry.seq,
        "cmd_id": entry.cmd,
        "seat": entry.seat,
        "part": entry.part,
        "action": entry.action.decode(),
        "events": encoded(entry.news),
        "at": entry.at,
    }


def seat_rows(table: Table) -> list[dict[str, object]]:
    """The rows of those who have a seat at a table."""
    guests = {guest for place in table.sitting.places for guest in place.guests}
    return [{"table_id": table.id, "guest": guest} for guest in sorted(guests)]


def pending_row(table_id: str, move: PendingMove) -> dict[str, object]:
    """A pending move's row."""
    return {"table_id": table_id, **msgspec.structs.asdict(move)}


def read_table(row: Row[Any], pending: Iterable[Row[Any]]) -> Table:
    """A table from its row. It has no state if it was played by other rules than today's."""
    sitting = msgspec.json.decode(row.sitting, type=Sitting)
    game = GAMES[sitting.game]
    state: Struct | None = None
    if row.state is not None and sitting.rules == game.rules:
        options = msgspec.json.decode(sitting.options, type=game.options)
        first: Struct = game.setup(options, len(sitting.places))
        state = msgspec.json.decode(row.state, type=type(first))
    return Table(row.id, row.head, sitting, state, tuple(map(read_pending, pending)), row.code)


def read_pending(row: Row[Any]) -> PendingMove:
    """A pending move from its row."""
    return PendingMove(row.seat, row.since, row.kind, row.due, row.clock)


@cache
def news_decoder(game: str) -> msgspec.json.Decoder[tuple[News[Any], ...]]:
    """How the events of a game are read."""
    # Checkers take what stands in brackets for a type; this one is known only when it runs.
    several: Any = tuple
    news: Any = News
    return msgspec.json.Decoder(several[news[GAMES[game].events], ...])


def read_entry(game: str, row: Row[Any]) -> Entry:
    """A step from its row."""
    news = news_decoder(game).decode(row.events)
    return Entry(row.seq, row.cmd_id, row.seat, row.part, row.action.encode(), news, row.at)
