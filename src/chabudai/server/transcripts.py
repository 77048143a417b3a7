"""The transcript of a game, read from the log of its table."""

from msgspec import UNSET, Raw

from chabudai.core.transcript import Entry, Header, Transcript
from chabudai.server.store import Store
from chabudai.server.table import Table


async def read_transcript(store: Store, table: Table) -> Transcript:
    """Every move made at a table up to now, hidden ones too. Raises Unstored."""
    sitting = table.sitting
    moves = tuple(Entry(seat, Raw(action.encode())) for seat, action in await store.moves(table))
    names = tuple(place.name for place in sitting.places)
    header = Header(
        sitting.game,
        sitting.rules,
        len(sitting.places),
        sitting.options,
        names=names,
        daily=sitting.daily or UNSET,
    )
    return Transcript(header, moves)
