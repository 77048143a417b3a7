"""Quiddler: the words that are laid."""

from chabudai.core import PlayedWord
from chabudai.games.quiddler.state import Added, Event, Options, Spelled, WentOut


def words(options: Options, event: Event) -> tuple[PlayedWord, ...]:
    """The words that an event lays on the table."""
    match event:
        case WentOut(seat=seat, words=laid) | Added(seat=seat, words=laid):
            return tuple(PlayedWord("".join(cards), seat) for cards in laid)
        case Spelled(cards=cards):
            return (PlayedWord("".join(cards), 0),)
        case _:
            return ()
