"""Quiddler: the dictionary, and when it is closed."""

from chabudai.core import Seat, Why
from chabudai.games.quiddler.questions import Found
from chabudai.games.quiddler.state import Drawing, Over, Settling
from chabudai.games.quiddler.view import Choosing, Columns, View
from chabudai.words import lexicon


def look_up(view: View, seat: Seat, word: str) -> Found:
    """QD-23, QD-A8: look a word up, out of one's turn."""
    against = against_looking_up(view, seat, word)
    known = None if against else word in lexicon(view.options.lexicon)
    return Found(word, known, against)


def against_looking_up(view: View, seat: Seat, word: str) -> Why | None:
    """QD-22, QD-23, QD-A8: why one may not look a word up now, or None."""
    if not (word.isascii() and word.isalpha()):
        return Why("QD-22", "A word is written with the letters A to Z only.", {})
    return against_opening(view, seat) or against_asking(view, word)


def against_meaning(view: View, seat: Seat | None, word: str) -> Why | None:
    """QD-23, QD-A8: why the meaning of a word that was laid may not be told now, or None.

    What has a meaning is in the dictionary. So it is told where the word might be looked up, and of
    a word on the table where the dictionary has already judged it, too.
    """
    return against_opening(view, seat) or (
        None if is_judged(view, word) else against_asking(view, word)
    )


def against_opening(view: View, seat: Seat | None) -> Why | None:
    """QD-23, QD-A8: why the dictionary is closed for a seat, or None. Those who watch must not open
    it while somebody plays, who might look on from another page.
    """
    match view.phase:
        case Over():
            return None
        case Drawing(seat=turn) | Choosing(seat=turn) if turn == seat:
            return Why("QD-23", "The dictionary is closed during your turn.", {})
        case Columns() if seat is not None:
            return Why("QD-23", "The dictionary is closed during your turn.", {})
        case Settling():
            pass
        case _ if seat is None:
            return Why(
                "QD-23", "The dictionary is closed for those who watch until the round is over.", {}
            )
        case _:
            pass
    if view.options.lookup == "none":
        return Why("QD-A8", "Nobody looks words up at this table.", {})
    return None


def against_asking(view: View, word: str) -> Why | None:
    """QD-A8: why a word that lies on the table may not be looked up, or None."""
    on_table = any(laid.word == word for laid in view.laid)
    if (
        on_table
        and view.options.lookup == "off-turn-not-table"
        and not isinstance(view.phase, Over)
    ):
        return Why("QD-A8", "{word} lies on the table: challenge it or let it be.", {"word": word})
    return None


def is_judged(view: View, word: str) -> bool:
    """Whether all know what the dictionary says of a word: it was looked up when it was laid, or
    after a challenge.
    """
    challenged = any(laid.word == word and laid.verdict is not None for laid in view.laid)
    return view.options.validation != "challenge" or challenged or word in view.upheld
