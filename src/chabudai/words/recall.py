"""The vocabulary of bots, always the same for the same persona."""

import math
from zlib import crc32

from chabudai.core.characters import Character

HASHES = 1 << 32
"""Number of different hashes, from 0 to HASHES - 1."""
SPREAD = 0x9E3779B1
"""An odd factor, so that multiplication mixes the bits of a hash without losing any."""

TASTE = 2.0
"""Exponent that makes the share of words smaller if a persona dislikes their length."""
EVEN = 4
"""Length in letters of the words that no taste affects."""


def salt_of(persona: int) -> int:
    """Return a persona's salt, so that its hashes differ from those of other personas."""
    return crc32(b"%d" % persona)


def is_known(word: bytes, salt: int, share: float) -> bool:
    """Whether the persona with this salt, which knows a `share` of all words, knows this word."""
    return (crc32(word) ^ salt) * SPREAD % HASHES < share * HASHES


def tasted(share: float, letters: int, character: Character) -> float:
    """Return the share of words of a length that a character knows, given the share of all words.
    Shares of 0 and 1 stay the same.
    """
    lean = max(-1, min(1, letters - EVEN))
    if not character.has("long-words"):
        lean = -lean
    return math.pow(share, math.pow(TASTE, -lean))
