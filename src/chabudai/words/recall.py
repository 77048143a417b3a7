"""Which words come to a bot's mind: always the same ones for the same persona."""

from zlib import crc32

EVERY = 1 << 32
"""Hashes run from 0 to just below this."""
SPREAD = 0x9E3779B1
"""Odd, so that multiplying mixes the bits of a hash and loses none."""


def salt_of(persona: int) -> int:
    """What tells one persona's hashes from another's."""
    return crc32(b"%d" % persona)


def comes_to_mind(word: bytes, salt: int, share: float) -> bool:
    """Whether a word is among those that the persona of `salt` finds: a `share`, 0 to 1, of all."""
    return (crc32(word) ^ salt) * SPREAD % EVERY < share * EVERY
