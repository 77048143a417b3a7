"""Conversion of tables, steps and pending moves to database rows and back."""

import asyncio
from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any

import msgspec

from chabudai import __version__
from chabudai.core import News, Struct
from chabudai.core.transcript import UNREADABLE, Entry as RecordedMove, Header, Transcript
from chabudai.games import GAMES
from chabudai.server import refusal
from chabudai.server.logs import fault
from chabudai.server.tables.decide import Change, Entry, Move, PendingMove, Table, TableSetup
from chabudai.server.tables.decide.agreement import by_todays_rules

YIELD_EVERY = 50
"""Steps to process before yielding to the event loop."""


FORMAT = 1
"""Version of a stored table: its setup, steps, pending moves and state.

From 0.2.0 on, each change to their types raises it by one (`tests/server/stored.json` lists the
types). Rows of earlier releases stay readable.
"""


REPLACING = frozenset(
    f'{{"type":"{kind}"'
    for kind in (
        *("choose", "rename", "hasten", "allow", "nudge", "nudges", "let-watch"),
        *("react", "say", "write", "let-talk"),
    )
)
"""Prefixes of lobby steps that replace an earlier step of the same kind by the same seat."""


class CorruptRow(Exception):
    """A row that is damaged, or whose game is unknown. The table's sockets are closed with
    `close_code`.
    """

    close_code = refusal.UNREADABLE


class NewerFormat(CorruptRow):
    """A row in a newer server's format, left unchanged for newer servers."""

    close_code = refusal.NEWER


class Ended(CorruptRow):
    """A table that was deleted while it was in memory."""

    close_code = refusal.UNKNOWN_TABLE


def encoded(value: object) -> str:
    """Encode a value as JSON text."""
    return msgspec.json.encode(value).decode()


def changing_columns(change: Change) -> dict[str, object]:
    """Return the columns of a table's row that a change updates."""
    table = change.table
    return {
        "code": table.code,
        "head": table.head,
        "status": table.sitting.status,
        "moved": change.entries[-1].at,
        "sitting": encoded(table.sitting),
        "state": None if table.state is None else encoded(table.state),
        "format": FORMAT,
        "next": table.sitting.next,
        "outcome": outcome_of(table),
    }


def outcome_of(table: Table) -> str | None:
    """Return the outcome of a finished game as JSON, or None if it has none."""
    if table.state is None or table.sitting.status != "over" or table.sitting.ended:
        return None
    outcome = table.game.outcome(table.state)
    return None if outcome is None else encoded(outcome)


def table_row(change: Change) -> dict[str, object]:
    """Return the row for a new table."""
    table, made = change.table, change.entries[0].at
    party = None if table.sitting.daily else table.party
    fixed = {"id": table.id, "game": table.sitting.game, "made": made, "party": party}
    return {**fixed, **changing_columns(change)}


def moved_row(change: Change) -> dict[str, object]:
    """Return the values of `statements.UPDATE_TABLE`."""
    expected = change.entries[0].seq - 1
    found = {"of": change.table.id, "expected": expected, "recoded": change.recoded}
    return {**found, **changing_columns(change)}


def log_row(table_id: str, entry: Entry) -> dict[str, object]:
    """Return the row for a step."""
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


def replaced_row(table_id: str, entry: Entry) -> dict[str, object] | None:
    """Return the values of `statements.DROP_REPLACED`, or None if the step replaces none."""
    kind, has_fields, _ = entry.action.decode().partition(",")
    if entry.part != "lobby" or kind not in REPLACING or not has_fields:
        return None
    return {
        "of": table_id,
        "before": entry.seq,
        "by": entry.seat,
        "like": f"{kind},%",
        "emptied": kind + "}",
    }


def seat_rows(table: Table) -> list[dict[str, object]]:
    """Return the rows for the guests who have a seat at a table."""
    guests = {guest for place in table.sitting.places for guest in place.guests}
    return [{"table_id": table.id, "guest": guest} for guest in sorted(guests)]


def pending_row(table_id: str, move: PendingMove) -> dict[str, object]:
    """Return the row for a pending move."""
    row = msgspec.structs.asdict(move)
    del row["at"]
    row["table_id"] = table_id
    return row


def read_table(row: Any, pending: Iterable[Any]) -> Table:
    """Decode a table from its row. Leave out the game's state if it is damaged or uses other rules.
    Raises CorruptRow.
    """
    sitting = read_sitting(row)
    game = GAMES[sitting.game]
    state: Struct | None = None
    owed: tuple[PendingMove, ...] = ()
    if row.state is not None and sitting.rules == game.rules and sitting.stopped is None:
        try:
            state = read_state(row.state, sitting)
            owed = tuple(msgspec.convert(p, PendingMove, from_attributes=True) for p in pending)
        except Exception as error:  # noqa: BLE001 - a damaged state may raise anything
            fault("state", error, table=row.id)
            state = None
    if sitting.status == "lobby":
        sitting = by_todays_rules(sitting)
    return Table(row.id, row.head, sitting, state, owed, row.code)


def read_sitting(row: Any) -> TableSetup:
    """Decode the setup in a table's row. Raises CorruptRow, or NewerFormat."""
    if row.format > FORMAT:
        raise NewerFormat("format")
    try:
        sitting = msgspec.json.decode(row.sitting, type=TableSetup)
    except (*UNREADABLE, TypeError):
        raise CorruptRow("sitting") from None
    if sitting.game not in GAMES or not 0 <= sitting.host < len(sitting.places):
        raise CorruptRow("sitting")
    return sitting


def read_state(text: str, sitting: TableSetup) -> Struct:
    """Decode a game's state, and check that all views can be computed from it. Raises the rules'
    exceptions.
    """
    game, seats = GAMES[sitting.game], len(sitting.places)
    options = msgspec.json.decode(sitting.options, type=game.options)
    first: Struct = game.setup(options, seats)
    state = msgspec.json.decode(text, type=type(first))
    for seat in (None, *range(seats)):
        game.view(state, seat)
    game.to_act(state)
    return state


@cache
def news_decoder(game: str) -> msgspec.json.Decoder[tuple[News[Any], ...]]:
    """Return the decoder for a game's events."""
    # Type checkers evaluate subscripts statically, but this type is known only at run time.
    several: Any = tuple
    news: Any = News
    return msgspec.json.Decoder(several[news[GAMES[game].events], ...])


async def read_entries(game: str, rows: Iterable[Any]) -> tuple[Entry, ...]:
    """Decode steps from their rows, yielding to the event loop in between. Raises CorruptRow."""
    found: list[Entry] = []
    for row in rows:
        found.append(read_entry(game, row))
        if len(found) % YIELD_EVERY == 0:
            await asyncio.sleep(0)
    return tuple(found)


def read_entry(game: str, row: Any) -> Entry:
    """Decode a step from its row. Raises CorruptRow."""
    try:
        news = news_decoder(game).decode(row.events)
    except (*UNREADABLE, TypeError):
        raise CorruptRow("events") from None
    return Entry(row.seq, row.cmd_id, row.seat, row.part, row.action.encode(), news, row.at)


def transcript_of(table: Table, moves: Sequence[Move]) -> Transcript:
    """Return a table's moves as a transcript."""
    sitting = table.sitting
    names, daily = tuple(place.name for place in sitting.places), sitting.daily or msgspec.UNSET
    header = Header(
        sitting.game,
        sitting.rules,
        len(names),
        sitting.options,
        version=__version__,
        names=names,
        daily=daily,
    )
    entries = tuple(RecordedMove(move.seat, msgspec.Raw(move.action.encode())) for move in moves)
    return Transcript(header, entries)
