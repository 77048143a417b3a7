"""Reading and replaying of transcripts in files."""

from chabudai.cli.arguments import read_bytes
from chabudai.core.transcript import Corrupt, Recorded, loads, replayed
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
