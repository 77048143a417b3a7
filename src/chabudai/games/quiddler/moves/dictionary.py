"""Quiddler: the dictionary, and the times when it is closed."""

from chabudai.core import Seat, Why
from chabudai.games.quiddler.questions import Found
from chabudai.games.quiddler.state import Drawing, Over, Settling
from chabudai.games.quiddler.view import Choosing, Columns, View
from chabudai.words import lexicon


def look_up(view: View, seat: Seat, word: str) -> Found:
    """QD-23, QD-A8: look up a word during another player's turn."""
    against = against_looking_up(view, seat, word)
    known = None if against else word in lexicon(view.options.lexicon)
    return Found(word, known, against)


def against_looking_up(view: View, seat: Seat, word: str) -> Why | None:
    """QD-22, QD-23, QD-A8: explain why a word cannot be looked up now, or return None."""
    if not (word.isascii() and word.isalpha()):
        return Why("QD-22", "Use only the letters A to Z.", {})
    return against_opening(view, seat) or against_asking(view, word)


def against_meaning(view: View, seat: Seat | None, word: str) -> Why | None:
    """QD-23, QD-A8: explain why the meaning of a laid word cannot be shown now, or return None.

    Only words of the dictionary have meanings. So a meaning may be shown only if the word may be
    looked up, or if all players know whether the word is in the dictionary.
    """
    return against_opening(view, seat) or (
        None if is_judged(view, word) else against_asking(view, word)
    )


def against_opening(view: View, seat: Seat | None) -> Why | None:
    """QD-23, QD-A8: explain why the dictionary is closed for a seat, or return None.

    It is closed to spectators during play, since a player might watch from another page.
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
            return Why("QD-23", "Spectators cannot use the dictionary until the round is over.", {})
        case _:
            pass
    if view.options.lookup == "none":
        return Why("QD-A8", "You cannot look words up at this table.", {})
    return None


def against_asking(view: View, word: str) -> Why | None:
    """QD-A8: explain why a word on the table cannot be looked up, or return None."""
    on_table = any(laid.word == word for laid in view.laid)
    if (
        on_table
        and view.options.lookup == "off-turn-not-table"
        and not isinstance(view.phase, Over)
    ):
        return Why("QD-A8", "{word} lies on the table: challenge it or let it be.", {"word": word})
    return None


def is_judged(view: View, word: str) -> bool:
    """Whether all players know whether a word is in the dictionary. They do if it was checked when
    it was laid, or after a challenge.
    """
    challenged = any(laid.word == word and laid.verdict is not None for laid in view.laid)
    return view.options.validation != "challenge" or challenged or word in view.upheld
