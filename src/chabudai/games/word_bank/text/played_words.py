"""Word Bank: the words that players say."""

from chabudai.core import PlayedWord
from chabudai.games.word_bank.state import Event, Options, Said


def words(options: Options, event: Event) -> tuple[PlayedWord, ...]:
    """Return the password that was said in an event, if any.

    A wrong word does not count (WB-25): whether it is in the dictionary is revealed only if a
    player says it again.
    """
    return (PlayedWord(event.word, event.seat),) if isinstance(event, Said) else ()
