"""Which words a bot knows: always the same ones for the same persona."""

from zlib import crc32

HASHES = 1 << 32
"""Number of different hashes, which are 0 to HASHES - 1."""
SPREAD = 0x9E3779B1
"""Odd, so that multiplying mixes the bits of a hash and loses none."""


def salt_of(persona: int) -> int:
    """Return a persona's salt, which makes its hashes differ from another's."""
    return crc32(b"%d" % persona)


def is_known(word: bytes, salt: int, share: float) -> bool:
    """Whether the persona of `salt` knows a word; it knows a `share`, 0 to 1, of all words."""
    return (crc32(word) ^ salt) * SPREAD % HASHES < share * HASHES
