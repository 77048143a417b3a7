"""Word Bank: the words that are said."""

from chabudai.core import PlayedWord
from chabudai.games.word_bank.state import Event, Options, Said


def words(options: Options, event: Event) -> tuple[PlayedWord, ...]:
    """The password that an event says. A wrong one is none (WB-25): whether it is a word at all is
    told by nothing but the next try.
    """
    return (PlayedWord(event.word, event.seat),) if isinstance(event, Said) else ()
