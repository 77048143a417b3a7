"""Quiddler: the words that players lay."""

from chabudai.core import PlayedWord
from chabudai.games.quiddler.state import Added, Event, Options, Spelled, WentOut


def words(options: Options, event: Event) -> tuple[PlayedWord, ...]:
    """Return the words that an event puts on the table."""
    match event:
        case WentOut(seat=seat, words=laid) | Added(seat=seat, words=laid):
            return tuple(PlayedWord("".join(cards), seat) for cards in laid)
        case Spelled(cards=cards):
            return (PlayedWord("".join(cards), 0),)
        case _:
            return ()
