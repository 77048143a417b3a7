"""Word Bank: the possible passwords of a table, by the positions of their stones and by rarity."""

from collections.abc import Callable, Iterator, Mapping
from itertools import chain

from chabudai.core import Struct
from chabudai.games.word_bank.bots.lookahead import Mask
from chabudai.games.word_bank.bots.vocabulary import vocabulary
from chabudai.games.word_bank.components import RING
from chabudai.games.word_bank.moves import closing
from chabudai.games.word_bank.moves.paths import Laps, Path, barred, letters
from chabudai.games.word_bank.state import Direction, State
from chabudai.games.word_bank.view import View
from chabudai.words import level, relatives

COMMONEST, RAREST = 10, 80
"""The lowest and the highest SCOWL level of a word."""
MASKS = range(1, 1 << RING)


class Password(Struct):
    """A word and the way to place it, with the positions that it locks and its SCOWL level."""

    word: str
    direction: Direction
    positions: tuple[int, ...]
    closes: tuple[int, ...]
    level: int


class Passwords:
    """The possible passwords of a table: all words of its dictionary that may be said.

    Crude words are left out.
    """

    __slots__ = ("_bad", "_groups", "_ring")

    def __init__(self, state: State | View) -> None:
        self._ring = state.ring
        self._bad: Callable[[str], bool] = barred(state.options, state.used)
        words = vocabulary(state.options.lexicon, RAREST, 1.0, 0).block
        self._groups: list[tuple[Laps, dict[int, list[list[bytes]]]]] = [
            (laps, laps.by_reach(words, RING))
            for laps in (Laps(state.ring, first) for first in letters(state.ring))
        ]

    def masks(self, highest: int) -> set[Mask]:
        """Return the sets of positions that a password of at most this level can take."""
        found: set[Mask] = set()
        for laps, groups in self._groups:
            covered = 0
            for reach in sorted(groups, key=int.bit_count, reverse=True):
                if reach & ~covered and any(self._words(groups[reach], highest)):
                    covered |= reach
            found.update(mask for mask in MASKS if laps.paths_on(mask) & covered)
        return found

    def commonest(self, mask: Mask) -> Password | None:
        """Return the commonest password with stones on exactly these positions. Among equals, it is
        the one that bars the fewest words. Return None for the empty set.
        """
        ways = self._ways(mask)
        levels = {word: level(word) or COMMONEST for word in ways}
        rarity = min(levels.values(), default=COMMONEST)
        common = [word for word in ways if levels[word] == rarity]
        key = min(((len(relatives(word)), len(word), word) for word in common), default=None)
        return None if key is None else self._password(key[-1], ways)

    def easiest(self, mask: Mask, known: int) -> Password | None:
        """Return the shortest password up to level `known` with stones on these positions. If none
        exists, return the commonest one. Return None for the empty set.
        """
        ways = self._ways(mask)
        key = min(
            ((max(known, level(word) or COMMONEST), len(word), word) for word in ways), default=None
        )
        return None if key is None else self._password(key[-1], ways)

    def _password(self, word: str, ways: Mapping[str, Path]) -> Password:
        direction, positions = ways[word]
        closes = closing(self._ring, positions)
        return Password(word, direction, positions, closes, level(word) or COMMONEST)

    def _ways(self, mask: Mask) -> dict[str, Path]:
        """Return every password with a path that puts stones on exactly these positions."""
        found: dict[str, Path] = {}
        for laps, groups in self._groups:
            wanted = laps.paths_on(mask)
            for reach, words in groups.items():
                if reach & wanted:
                    way = next(laps.paths(reach & wanted))
                    found |= dict.fromkeys(self._words(words, RAREST), way)
        return found

    def _words(self, groups: list[list[bytes]], highest: int) -> Iterator[str]:
        """Yield the words that may be said, up to a level."""
        for word in map(bytes.decode, chain.from_iterable(groups)):
            if (highest == RAREST or (level(word) or COMMONEST) <= highest) and not self._bad(word):
                yield word
