"""Word Bank: the passwords of a position, by the positions that get a stone and by their rarity."""

from collections.abc import Callable, Iterator
from itertools import chain

from chabudai.core import Struct
from chabudai.games.word_bank.bots.lookahead import Mask
from chabudai.games.word_bank.bots.vocabulary import vocabulary
from chabudai.games.word_bank.components import RING
from chabudai.games.word_bank.moves import closing
from chabudai.games.word_bank.moves.paths import Laps, Path, barred, letters
from chabudai.games.word_bank.state import Direction, State
from chabudai.words import level, relatives

COMMONEST, RAREST = 10, 80
"""The least and the greatest SCOWL level of a word."""
MASKS = range(1, 1 << RING)


class Password(Struct):
    """A word and the way to place it, with the positions it locks and its SCOWL level."""

    word: str
    direction: Direction
    positions: tuple[int, ...]
    closes: tuple[int, ...]
    level: int


class Passwords:
    """The passwords of a position: all words of the table's dictionary that may be said, crude ones
    left out.
    """

    __slots__ = ("_bad", "_groups", "_ring")

    def __init__(self, state: State) -> None:
        self._ring = state.ring
        self._bad: Callable[[str], bool] = barred(state.options, state.used)
        words = vocabulary(state.options.lexicon, RAREST, 1.0, 0).block
        self._groups: list[tuple[Laps, dict[int, list[list[bytes]]]]] = [
            (laps, laps.by_reach(words, RING))
            for laps in (Laps(state.ring, first) for first in letters(state.ring))
        ]

    def masks(self, highest: int) -> set[Mask]:
        """The sets of positions for which there is a password of at most this level."""
        found: set[Mask] = set()
        for laps, groups in self._groups:
            covered = 0
            for reach in sorted(groups, key=int.bit_count, reverse=True):
                if reach & ~covered and any(self._words(groups[reach], highest)):
                    covered |= reach
            found.update(mask for mask in MASKS if laps.paths_on(mask) & covered)
        return found

    def commonest(self, mask: Mask) -> Password | None:
        """The commonest password that puts stones on these positions, of those the one that bars
        the fewest words; None for no positions.
        """
        found: list[tuple[int, int, int, str, Path]] = []
        for laps, groups in self._groups:
            wanted = laps.paths_on(mask)
            for reach, words in groups.items():
                if ways := reach & wanted:
                    way = next(laps.paths(ways))
                    for word in self._words(words, RAREST):
                        rank = level(word) or COMMONEST, len(relatives(word)), len(word)
                        found.append((*rank, word, way))
        if not found:
            return None
        rarity, _, _, word, (direction, positions) = min(found)
        return Password(word, direction, positions, closing(self._ring, positions), rarity)

    def _words(self, groups: list[list[bytes]], highest: int) -> Iterator[str]:
        """Those of these words that may be said, up to a level."""
        for word in map(bytes.decode, chain.from_iterable(groups)):
            if (highest == RAREST or (level(word) or COMMONEST) <= highest) and not self._bad(word):
                yield word
