"""Read transcripts from files and replay them."""

from typing import Any, NamedTuple

import msgspec

from chabudai.cli.arguments import read_bytes
from chabudai.core import AnyGame, News, play
from chabudai.core.transcript import Corrupt, Transcript, loads, replay
from chabudai.games import GAMES


class Recorded(NamedTuple):
    """A legal transcript with all its states, the first included."""

    game: AnyGame
    transcript: Transcript
    states: tuple[Any, ...]

    def news(self, at: int) -> tuple[News[Any], ...]:
        """The news of the move that led to state `at`; none for the first state."""
        if not at:
            return ()
        entry = self.transcript.entries[at - 1]
        action = msgspec.json.decode(entry.action, type=self.game.actions)
        return play(self.game, self.states[at - 1], entry.seat, action).news


def load_recorded(file: str) -> Recorded:
    """Load and replay a transcript. Raises Unusable if it cannot be read, Corrupt if it is bad."""
    return replayed(read_bytes(file))


def replayed(text: bytes) -> Recorded:
    """Replay a transcript. Raises Corrupt."""
    transcript = loads(text)
    name = transcript.header.game
    if name not in GAMES:
        raise Corrupt(-1, "", f"This is a transcript of {name!r}, a game that is not here.")
    game = GAMES[name]
    return Recorded(game, transcript, tuple(replay(game, transcript)))
