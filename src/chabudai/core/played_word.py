"""Words at a table that one may want to know the meaning of."""

from chabudai.core.struct import Struct
from chabudai.core.telling import Seat


class PlayedWord(Struct):
    """A word, in upper case, and the seat that said or laid it; CHANCE for one on a card."""

    word: str
    seat: Seat
