"""Words that were said or laid at a table, and the seats that played them."""

from collections.abc import Iterable, Mapping

from chabudai.core import CHANCE, AnyGame, Seat, Struct, events_for
from chabudai.server.tables.decide import Entry


class PlayedWords(Struct):
    """Words in upper case, with the seats that said or laid them up to step `upto`, in order of
    first use. A word on a card has no seats.
    """

    upto: int = 0
    seats: Mapping[str, tuple[Seat, ...]] = {}

    def hear(self, game: AnyGame, options: Struct, steps: Iterable[Entry]) -> "PlayedWords":
        """Return the words after further steps, using public events only."""
        upto, seats = self.upto, dict(self.seats)
        for step in steps:
            upto = step.seq
            for event in events_for(step.news, None):
                for spoken in game.extras.words(options, event):
                    before = seats.get(spoken.word, ())
                    new = spoken.seat != CHANCE and spoken.seat not in before
                    seats[spoken.word] = (*before, spoken.seat) if new else before
        return PlayedWords(upto, seats)
