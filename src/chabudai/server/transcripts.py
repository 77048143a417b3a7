"""The transcript of a game, read from the log of its table."""

from msgspec import Raw

from chabudai.core.transcript import Entry, Header, Transcript
from chabudai.server.store import Store
from chabudai.server.table import Table


async def read_transcript(store: Store, table: Table) -> Transcript:
    """Every move made at a table up to now, hidden ones too. Raises Unstored."""
    sitting = table.sitting
    entries = await store.entries(table, 0, table.head)
    moves = tuple(Entry(e.seat, Raw(e.action)) for e in entries if e.part == "play")
    header = Header(sitting.game, sitting.rules, len(sitting.places), sitting.options)
    return Transcript(header, moves)
