"""The transcript of a game, read from the log of its table."""

from collections.abc import Sequence

from msgspec import UNSET, Raw

from chabudai.core.transcript import Entry, Header, Transcript
from chabudai.server.store import Store
from chabudai.server.table import Move, Table


async def read_transcript(store: Store, table: Table) -> Transcript:
    """Every move made at a table up to now, hidden ones too. Raises Unstored."""
    return transcript_of(table, await store.moves(table))


def transcript_of(table: Table, moves: Sequence[Move]) -> Transcript:
    """These moves of the game at a table as a transcript."""
    sitting = table.sitting
    names = tuple(place.name for place in sitting.places)
    header = Header(
        sitting.game,
        sitting.rules,
        len(sitting.places),
        sitting.options,
        names=names,
        daily=sitting.daily or UNSET,
    )
    entries = tuple(Entry(move.seat, Raw(move.action.encode())) for move in moves)
    return Transcript(header, entries)
