"""The vocabulary of bots, always the same for the same persona."""

from zlib import crc32

HASHES = 1 << 32
"""Number of different hashes, from 0 to HASHES - 1."""
SPREAD = 0x9E3779B1
"""An odd factor, so that multiplication mixes the bits of a hash without losing any."""


def salt_of(persona: int) -> int:
    """Return a persona's salt, so that its hashes differ from those of other personas."""
    return crc32(b"%d" % persona)


def is_known(word: bytes, salt: int, share: float) -> bool:
    """Whether the persona with this salt, which knows a `share` of all words, knows this word."""
    return (crc32(word) ^ salt) * SPREAD % HASHES < share * HASHES
