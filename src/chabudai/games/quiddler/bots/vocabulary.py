"""Quiddler: the words that a bot knows, fixed by its persona for the whole game."""

from collections.abc import Collection, Mapping
from functools import lru_cache

from chabudai.core.characters import character_of
from chabudai.games.quiddler.components.word_index import index
from chabudai.words import LexiconName, crude, level
from chabudai.words.recall import is_known, salt_of, tasted

SHORT = 5
"""Maximum length of the words that are not affected by `stamina`."""


class Vocabulary:
    """The part of a dictionary that a persona knows. Use `vocabulary` to get one.

    `shares` maps SCOWL levels to the fraction of words that the persona knows, 0 to 1. Each letter
    beyond `SHORT` multiplies that fraction by `stamina`. Depending on its character, the persona
    knows more long words and fewer short ones, or vice versa. Words at other levels are unknown.
    """

    __slots__ = ("_found", "_salt", "_shares", "_stamina", "character", "index")

    def __init__(
        self, name: LexiconName, shares: Mapping[int, float], stamina: float, persona: int
    ) -> None:
        commonest = max(shares) <= 60  # then the smallest dictionary has them all
        self.index = index("casual" if commonest else name)
        """Index of all words that the persona may know."""
        self._shares = shares
        self._stamina = stamina
        self._salt = salt_of(persona)
        self.character = character_of(persona)
        """The persona's character."""
        self._found: dict[int, tuple[str, ...]] = {}

    def knows(self, word: str) -> bool:
        """Whether the persona knows an upper-case word."""
        rank = level(word)
        share = 0.0 if rank is None else self._shares.get(rank, 0.0)
        if share < 1.0 or self._stamina < 1.0:
            share = tasted(share, len(word), self.character)
            share *= self._stamina ** max(0, len(word) - SHORT)
            return is_known(word.encode(), self._salt, share)
        return True

    def words(self, key: int) -> tuple[str, ...]:
        """Return known words spelled by cards with this key, commonest first, except crude ones."""
        found = self._found.get(key)
        if found is None:
            rude = crude()
            words = self.index.words(key)
            found = tuple(word for word in words if word not in rude and self.knows(word))
            self._found[key] = found
        return found

    def spell(self, key: int, barred: Collection[str] = ()) -> str:
        """Return the commonest known unbarred word spelled by cards with this key, or ""."""
        return next((word for word in self.words(key) if word not in barred), "")


@lru_cache(64)
def vocabulary(
    name: LexiconName, shares: tuple[tuple[int, float], ...], stamina: float, persona: int
) -> Vocabulary:
    """Return the cached vocabulary of a persona."""
    return Vocabulary(name, dict(shares), stamina, persona)
