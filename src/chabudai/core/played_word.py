"""Words on a table that players may look up."""

from chabudai.core.struct import Struct
from chabudai.core.telling import Seat


class PlayedWord(Struct):
    """A word in upper case, and the seat that said or laid it, or CHANCE for a word on a card."""

    word: str
    seat: Seat
