"""The vocabulary of bots, which is always the same for a given persona."""

import math
from zlib import crc32

from chabudai.core.characters import Character

HASHES = 1 << 32
"""Number of different hashes, from 0 to HASHES - 1."""
SPREAD = 0x9E3779B1
"""An odd factor, so that multiplication mixes the bits of a hash without losing any."""

TASTE = 2.0
"""Exponent that reduces the fraction of known words if a persona dislikes words of their length."""
EVEN = 4
"""Length, in letters, of the words that are not affected by any taste."""


def salt_of(persona: int) -> int:
    """Return a persona's salt, so that its hashes differ from those of other personas."""
    return crc32(b"%d" % persona)


def is_known(word: bytes, salt: int, share: float) -> bool:
    """Whether a persona knows this word, given its `salt` and the `share` of all words that it
    knows.
    """
    return (crc32(word) ^ salt) * SPREAD % HASHES < share * HASHES


def tasted(share: float, letters: int, character: Character) -> float:
    """Return the fraction of words with `letters` letters that a character knows. Of all words, it
    knows the fraction `share`. Fractions of 0 and 1 stay the same.
    """
    lean = max(-1, min(1, letters - EVEN))
    if not character.has("long-words"):
        lean = -lean
    return math.pow(share, math.pow(TASTE, -lean))
