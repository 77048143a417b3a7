"""Build Quiddler's table of words by their cards, and the trigrams of common words:
`python -m tools.build_quiddler`.

Run it after `tools.build_words`, whose word numbers it uses. Identical words give identical bytes.
`components.word_index` and `bots.challenging` of `chabudai.games.quiddler` describe the formats.
"""

import argparse
from array import array
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from zlib import crc32

from chabudai.games.quiddler.bots import challenging
from chabudai.games.quiddler.components import word_index
from chabudai.games.quiddler.components.cards import COUNTS
from chabudai.games.quiddler.components.word_index import (
    HEADER,
    SEVERAL_FLAG,
    WORD,
    key_of,
    spellings,
)
from chabudai.words import LEXICONS, level, lexicon
from chabudai.words.lexicon import HIGHEST_LEVEL
from chabudai.words.store import mapped, number

OFTEN = 3
"""Minimum number of words that contain a common trigram."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, default=word_index.FILE.parent)
    args = parser.parse_args()
    data = build_table(lexicon("expert").words())
    (args.out / word_index.FILE.name).write_bytes(data)
    (args.out / challenging.FILE.name).write_bytes(trigram_bits(lexicon("casual").words()))
    print(f"{len(data):,} bytes")


def build_table(words: Iterable[str]) -> bytes:
    """Return the table of `words`."""
    groups: dict[int, set[str]] = {}
    bunches: dict[int, tuple[str, ...]] = {}
    for word in words:
        for cards in spellings(word):
            if all(count <= COUNTS[face] for face, count in Counter(cards).items()):
                key = key_of(cards)
                bunch = tuple(sorted(cards))
                if bunches.setdefault(key, bunch) != bunch:
                    raise SystemExit(f"{bunch} and {bunches[key]} have one key: change the weights")
                groups.setdefault(key, set()).add(word)
    parts = [sorted(part) for part in by_dictionary(groups)]
    keys = array("Q", [key for part in parts for key in part])
    entries, several = bytearray(), bytearray()
    for key in keys:
        held = [number(word) for word in sorted(groups[key], key=rank)]
        entry = held[0] if len(held) == 1 else SEVERAL_FLAG + len(several)
        entries += entry.to_bytes(WORD, "little")
        if len(held) > 1:
            several.append(len(held))
            several += b"".join(one.to_bytes(WORD, "little") for one in held)
    header = HEADER.pack(checksum(), *map(len, parts))
    return header + keys.tobytes() + bytes(entries) + bytes(several)


def trigram_bits(words: Iterable[str]) -> bytes:
    """Return one bit per trigram: whether at least OFTEN of the words contain it."""
    held = Counter(three for word in words for three in set(challenging.trigrams(word)))
    bits = sum(1 << three for three, count in held.items() if count >= OFTEN)
    return bits.to_bytes(challenging.SYMBOLS**3 // 8 + 1, "little")


def rank(word: str) -> tuple[int, str]:
    """Return a sort key that puts common words first."""
    return level(word) or 0, word


def by_dictionary(groups: dict[int, set[str]]) -> list[list[int]]:
    """Group the keys by the smallest dictionary that has a word for them."""
    parts: list[list[int]] = [[] for _ in LEXICONS]
    for key, words in groups.items():
        lowest = min(map(rank, words))[0]
        parts[sum(lowest > HIGHEST_LEVEL[name] for name in LEXICONS)].append(key)
    return parts


def checksum() -> int:
    """Return a checksum of the word store's numbers and levels, in order to detect a table made
    from other words.
    """
    return crc32(mapped("levels.bin"), crc32(mapped("words.trie")))


if __name__ == "__main__":
    main()
