"""Reading and replaying of transcripts in files."""

from collections.abc import Sequence

import msgspec

from chabudai.cli.arguments import read_bytes
from chabudai.cli.output import phrase, printable
from chabudai.core.transcript import Corrupt, Header, Recorded, loads, replayed
from chabudai.games import GAMES


def load_recorded(file: str) -> Recorded:
    """Load and replay a transcript. Raises Unusable if it cannot be read, Corrupt if it is
    invalid.
    """
    return recorded_in(read_bytes(file))


def recorded_in(text: bytes) -> Recorded:
    """Replay a transcript. Raises Corrupt."""
    transcript = loads(text)
    name = transcript.header.game
    if name not in GAMES:
        raise Corrupt(
            -1, "", f"This is a transcript of {name!r}, a game that is not installed here."
        )
    return replayed(GAMES[name], transcript)


def recorded_names(header: Header, lang: str) -> Sequence[str]:
    """Return the names of the players in a file, by seat, or () if it has none. Control characters
    become question marks.
    """
    names: Sequence[str] = ()
    if header.names is not msgspec.UNSET:
        names = header.names
    elif header.seating is not msgspec.UNSET:
        names = [phrase(lang, name) for name in header.seating.names]
    return [printable(name) for name in names]


def seat_names(header: Header, lang: str) -> Sequence[str]:
    """Return the names in a file. If a seat has none, return names such as "Seat-0" for all
    seats.
    """
    names = recorded_names(header, lang)
    if len(names) == header.seats:
        return names
    return [phrase(lang, "Seat-{seat}", seat=seat) for seat in range(header.seats)]
