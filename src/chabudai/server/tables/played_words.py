"""The words that have been said or laid at a table, and by whom."""

from collections.abc import Iterable, Mapping

from chabudai.core import CHANCE, AnyGame, Seat, Struct, events_for
from chabudai.server.tables.decide import Entry


class PlayedWords(Struct):
    """By word, in upper case, the seats that said or laid it, of the steps up to `upto`; no seat
    for a word on a card. The word that was heard first comes first.
    """

    upto: int = 0
    seats: Mapping[str, tuple[Seat, ...]] = {}

    def hear(self, game: AnyGame, options: Struct, steps: Iterable[Entry]) -> "PlayedWords":
        """The same after further steps, as everyone hears them."""
        upto, seats = self.upto, dict(self.seats)
        for step in steps:
            upto = step.seq
            for event in events_for(step.news, None):
                for spoken in game.extras.words(options, event):
                    before = seats.get(spoken.word, ())
                    new = spoken.seat != CHANCE and spoken.seat not in before
                    seats[spoken.word] = (*before, spoken.seat) if new else before
        return PlayedWords(upto, seats)
