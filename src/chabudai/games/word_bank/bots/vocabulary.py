"""Word Bank: the words that a bot knows, fixed by its persona for the whole game."""

from functools import cache, lru_cache

from chabudai.core.characters import character_of
from chabudai.games.word_bank.state import LONGEST
from chabudai.words import LexiconName, crude, level, lexicon
from chabudai.words.recall import is_known, salt_of, tasted

CASUAL = 60
"""Highest SCOWL level of the casual dictionary."""


class Vocabulary:
    """The part of a dictionary that a persona knows, up to a SCOWL level.

    `share` is the fraction of words that the persona knows, 0 to 1, if its character prefers
    neither long nor short words. Crude words and words with more than `letters` letters are left
    out. Use `vocabulary` to get one.
    """

    __slots__ = ("_blocks", "_highest", "_letters", "_lexicon", "_salt", "_shares")

    def __init__(
        self, name: LexiconName, highest: int, share: float, letters: int, persona: int
    ) -> None:
        self._lexicon = lexicon("casual" if highest <= CASUAL else name)
        self._highest = highest
        self._letters = letters
        one = character_of(persona)
        self._shares = tuple(tasted(share, letters, one) for letters in range(LONGEST + 1))
        self._salt = salt_of(persona)
        self._blocks: dict[str, tuple[bytes, ...]] = {}

    def block(self, letter: str) -> tuple[bytes, ...]:
        """Return the known words that start with `letter`, each followed by a newline."""
        known = self._blocks.get(letter)
        if known is None:
            known = tuple(map(self._share_of, self._lexicon.block(letter)))
            self._blocks[letter] = known
        return known

    def _share_of(self, text: bytes) -> bytes:
        salt, shares, highest = self._salt, self._shares, self._highest
        words = text.split(b"\n")
        if self._letters < LONGEST:
            words = [word for word in words if len(word) <= self._letters]
        if shares[LONGEST] < 1:
            words = [word for word in words if is_known(word, salt, shares[len(word)])]
        if highest < CASUAL:
            words = [word for word in words if (level(word.decode()) or 0) <= highest]
        return b"".join(word + b"\n" for word in words if word and word not in crude_words())


@cache
def crude_words() -> frozenset[bytes]:
    """Return the crude words, which bots never say."""
    return frozenset(word.encode() for word in crude())


def vocabulary(
    name: LexiconName, highest: int, share: float, persona: int, letters: int = LONGEST
) -> Vocabulary:
    """Return the cached vocabulary of a persona."""
    return cached_vocabulary(name, highest, share, letters, persona if share < 1 else 0)


cached_vocabulary = lru_cache(32)(Vocabulary)
"""Cache of the most recent vocabularies. A large one takes about 700 kB."""
