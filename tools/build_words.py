"""Build the word lists of `chabudai.words` from Debian's `scowl` package and our own lists.

Run by a maintainer, not at installation: `python -m tools.build_words` (see tools/README.md).
Identical inputs give identical bytes.
"""

import argparse
import re
import shutil
import unicodedata
from collections.abc import Iterable, Iterator
from itertools import groupby
from pathlib import Path

import marisa_trie

from tools.checksums import DATA, record

CURATED = Path(__file__).parent / "words"
DICTIONARIES = {"casual": 60, "standard": 70, "expert": 80}
"""The highest SCOWL level of each dictionary."""

LONGEST = 28
PLAIN = re.compile(f"[a-z]{{2,{LONGEST}}}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--scowl", type=Path, default=Path("/usr/share/dict/scowl"))
    parser.add_argument("--notice", type=Path, default=Path("/usr/share/doc/scowl/copyright"))
    parser.add_argument("--out", type=Path, default=DATA)
    args = parser.parse_args()

    levels = curated_levels(scowl_levels(args.scowl))
    args.out.mkdir(parents=True, exist_ok=True)
    write(levels, args.out)
    write_crude(levels, args.out)
    shutil.copyfile(args.notice, args.out / "SCOWL-COPYRIGHT.txt")
    record(args.out)
    for name, highest in DICTIONARIES.items():
        print(f"{name:9}{sum(level <= highest for level in levels.values()):8,} words")


def scowl_levels(folder: Path) -> dict[str, int]:
    """Return the lowest level at which SCOWL lists each plain word, in any spelling or variant.
    Only the `words` files are read. This excludes names, abbreviations, contractions and words that
    are always capitalised, because they are in other files. Accents are removed.
    """
    levels: dict[str, int] = {}
    highest = max(DICTIONARIES.values())
    files = sorted(folder.glob("*-words.*"))
    if not files:
        raise SystemExit(f"no SCOWL word files in {folder}: install Debian's scowl package")
    for file in files:
        level = int(file.suffix[1:])
        if level > highest:
            continue
        for line in file.read_text(encoding="utf-8").splitlines():
            word = without_accents(line)
            if PLAIN.fullmatch(word):
                levels[word] = min(level, levels.get(word, level))
    return levels


def without_accents(text: str) -> str:
    decomposed = unicodedata.normalize("NFD", text)
    return "".join(letter for letter in decomposed if not unicodedata.combining(letter))


def curated_levels(levels: dict[str, int]) -> dict[str, int]:
    """Return SCOWL's words without the words in minus.txt and with the words in plus.txt. All
    two-letter words are our own.
    """
    removed = set(read_words(CURATED / "minus.txt"))
    unknown = removed - levels.keys()
    if unknown:
        raise SystemExit(f"minus.txt removes words that SCOWL lacks: {sorted(unknown)}")
    kept = {word: level for word, level in levels.items() if len(word) > 2 and word not in removed}
    for word, level in read_levels(CURATED / "plus.txt"):
        kept[word] = min(level, kept.get(word, level))
    two = list(read_levels(CURATED / "two_letter.txt"))
    if len(dict(two)) < len(two):
        raise SystemExit("two_letter.txt names a word twice")
    return {word.upper(): level for word, level in sorted((kept | dict(two)).items())}


def read_words(file: Path) -> Iterator[str]:
    """Yield the words of a curated list without levels."""
    for line in file.read_text(encoding="utf-8").splitlines():
        if not line.startswith("#"):
            yield from line.split()


def read_levels(file: Path) -> Iterator[tuple[str, int]]:
    """Yield the words of a curated list. Each of its lines has a level and words of that level."""
    for line in file.read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            level, *words = line.split()
            for word in words:
                if not PLAIN.fullmatch(word):
                    raise SystemExit(f"{file.name}: {word} is not a plain word")
                yield word, int(level)


def write(levels: dict[str, int], out: Path) -> None:
    """Write every file that is derived from the words and their levels."""
    write_trie(levels, out)
    write_blocks(levels, out)


def write_crude(levels: dict[str, int], out: Path) -> None:
    """Write crude.txt: the words of our list, one per line, some after "=" (see `crude`)."""
    words = sorted({word.upper() for word in read_words(CURATED / "crude.txt")})
    unknown = [word for word in words if word.removeprefix("=") not in levels]
    if unknown:
        raise SystemExit(f"crude.txt has unknown words: {unknown}")
    (out / "crude.txt").write_bytes("".join(f"{word}\n" for word in words).encode("ascii"))


def write_trie(levels: dict[str, int], out: Path) -> None:
    """Write words.trie, which numbers the words, and levels.bin, one byte per number."""
    trie = marisa_trie.Trie(sorted(levels), order=marisa_trie.LABEL_ORDER)
    trie.save(str(out / "words.trie"))
    by_number = sorted(levels, key=trie.key_id)
    (out / "levels.bin").write_bytes(bytes(levels[word] for word in by_number))


def write_blocks(levels: dict[str, int], out: Path) -> None:
    """Write blocks.tsv and, for each dictionary, the words that no smaller dictionary has.

    The words are sorted by first letter, then length, then alphabetically, each with a newline on
    both sides. blocks.tsv lists the runs of words with the same first letter and length: file,
    letter, length, offset of the first word, number of words.
    """
    rows: list[str] = []
    lowest = 0
    for name, highest in DICTIONARIES.items():
        words = [word for word, level in levels.items() if lowest < level <= highest]
        words.sort(key=lambda word: (word[0], len(word), word))
        text = "\n" + "".join(f"{word}\n" for word in words)
        (out / f"{name}.txt").write_bytes(text.encode("ascii"))
        rows += ["\t".join((f"{name}.txt", *map(str, run))) for run in runs_of(words)]
        lowest = highest
    (out / "blocks.tsv").write_bytes("".join(f"{row}\n" for row in rows).encode("ascii"))


def runs_of(words: Iterable[str]) -> Iterator[tuple[str, int, int, int]]:
    start = 1
    for (letter, length), run in groupby(words, key=lambda word: (word[0], len(word))):
        count = sum(1 for _ in run)
        yield letter, length, start, count
        start += count * (length + 1)


if __name__ == "__main__":
    main()
