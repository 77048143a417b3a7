"""Build the meanings and Japanese glosses of `chabudai.words` from WordNet, EDICT and FreeDict.

Run by a maintainer, not at installation: `python -m tools.build_glosses` (see tools/README.md).
Identical inputs give identical bytes. `--draw 300 --seed 1` instead prints random words for a
review by hand (docs/glosses.md).

A file begins with the number of its words, the words' numbers in ascending order, the start of each
block, and the end of the last block. Each of these numbers takes four bytes, little-endian. A block
has the lines of 128 words, compressed by zlib. A line has tab-separated fields: `meanings`
alternates part of speech and definition, `glosses` a Japanese word and its reading.
"""

import argparse
import gzip
import shutil
import zlib
from collections.abc import Mapping, Sequence
from itertools import accumulate
from pathlib import Path
from random import Random

from chabudai.words import lemmas, lexicon
from chabudai.words.glosses import BLOCK
from chabudai.words.store import ABSENT, number
from tools import edict, translations
from tools.checksums import DATA, record
from tools.senses import Sense, senses

JAPANESE = DATA.parent / "japanese"
"""A separate folder, because its licence (share-alike) also applies to derived data."""
CURATED = Path(__file__).parent / "words" / "glosses.txt"
DEFINED = Path(__file__).parent / "words" / "meanings.txt"
SHOWN = 3
"""The maximum number of senses of a word."""
SHARE = 0.15
"""Minimum number of uses of a shown sense, as a fraction of the first sense's number. One is added
to both numbers. The first sense of each part of speech is always shown.
"""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--root", type=Path, default=Path("/"), help="folder of the packages")
    parser.add_argument("--draw", type=int, default=0, help="only print this many random words")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()

    share = args.root / "usr/share"
    known = senses(share / "wordnet")
    glosses = japanese(share, known)
    if args.draw:
        draw(args.draw, args.seed, known, glosses)
        return
    found = {word: defined(held) for word, held in known.items()}
    write("meanings", DATA, found | definitions(DEFINED))
    record(DATA)
    JAPANESE.mkdir(exist_ok=True)
    write("glosses", JAPANESE, {word: spread(held) for word, held in glosses.items()})
    shutil.copyfile(share / "doc/edict/copyright", JAPANESE / "EDICT-LICENCE.txt")
    (JAPANESE / "FREEDICT-NOTICE.txt").write_text(notice(share), encoding="utf-8")
    record(JAPANESE)


def japanese(
    share: Path, known: Mapping[str, tuple[Sense, ...]]
) -> dict[str, tuple[translations.Translation, ...]]:
    """Return the translations of every word that has any."""
    listed = edict.freedict(share / "dictd/freedict-eng-jpn.dict.dz")
    held: dict[str, list[edict.Gloss]] = {}
    for gloss in edict.glosses(share / "edict/edict"):
        held.setdefault(gloss.word, []).append(gloss)
    readings = edict.readings(share / "edict/edict")
    found: dict[str, tuple[translations.Translation, ...]] = {}
    for word in sorted(held.keys() | listed.keys()):
        order = listed.get(word, {})
        given = {gloss.text for gloss in held.get(word, ())}
        more = translations.from_list(word, order, readings)
        entries = held.get(word, []) + [each for each in more if each.text not in given]
        chosen = translations.translations(entries, known.get(word, ()), order, readings)
        if chosen and not is_only_a_form(word, known):
            found[word] = chosen
    for word in known:
        if word not in found and (made := translations.derived(held, known, readings, word)):
            found[word] = made
    return found | translations.borrowed(found, known) | corrections(CURATED)


def corrections(file: Path) -> dict[str, tuple[translations.Translation, ...]]:
    """Read our own list of words whose translations are missing or badly ordered in the sources."""
    found: dict[str, tuple[translations.Translation, ...]] = {}
    for line in file.read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            word, *texts = line.split()
            pairs = (text.partition("/") for text in texts)
            found[word] = tuple(translations.Translation(text, read) for text, _, read in pairs)
    return found


def definitions(file: Path) -> dict[str, tuple[str, ...]]:
    """Read our own definitions: for each word, parts of speech and definitions, alternating."""
    found: dict[str, tuple[str, ...]] = {}
    for line in file.read_text(encoding="utf-8").splitlines():
        if not line.startswith("#"):
            word, part, definition = line.split(" ", 2)
            found[word] = (*found.get(word, ()), part, definition)
    return found


def is_only_a_form(word: str, known: Mapping[str, object]) -> bool:
    """Return whether a word's only meaning in WordNet is that of its dictionary form."""
    forms = lemmas(word.upper()) - {word.upper()}
    return word not in known and any(form.lower() in known for form in forms)


def defined(held: Sequence[Sense]) -> tuple[str, ...]:
    """Return the part of speech and definition of each sense to show, the most used first."""
    shown: list[Sense] = []
    for sense in held:
        new = sense.part not in {one.part for one in shown}
        if new or sense.uses + 1 >= SHARE * (held[0].uses + 1):
            shown.append(sense)
    return tuple(field for sense in shown[:SHOWN] for field in (sense.part, sense.definition))


def spread(held: Sequence[translations.Translation]) -> tuple[str, ...]:
    """Return the text and reading of each translation, alternating."""
    return tuple(field for one in held for field in one)


def write(name: str, folder: Path, fields: Mapping[str, Sequence[str]]) -> None:
    """Write the lines of the words that are in a dictionary."""
    lines = {
        at: "\t".join(held).encode()
        for word, held in fields.items()
        if (at := number(word.upper())) != ABSENT
    }
    whole = pack(lines)
    (folder / f"{name}.bin").write_bytes(whole)
    print(f"{name}: {len(lines):,} words, {len(whole):,} bytes")


def pack(lines: Mapping[int, bytes]) -> bytes:
    """Return the bytes of a table's file. `lines` maps each word's number to its line."""
    numbers = sorted(lines)
    groups = (numbers[at : at + BLOCK] for at in range(0, len(numbers), BLOCK))
    blocks = [zlib.compress(b"\n".join(lines[each] for each in group), 9) for group in groups]
    first = 4 * (1 + len(numbers) + len(blocks) + 1)
    starts = accumulate(map(len, blocks), initial=first)
    head = (each.to_bytes(4, "little") for each in (len(numbers), *numbers, *starts))
    return b"".join((*head, *blocks))


def notice(share: Path) -> str:
    """Return FreeDict's own notice about the dictionary: publisher, licence, sources."""
    packed = (share / "dictd/freedict-eng-jpn.dict.dz").read_bytes()
    text = gzip.decompress(packed).decode("utf-8")
    lines = text[text.index("English-") : text.index("Changelog:")].splitlines()
    return "\n".join(line.rstrip() for line in lines).strip() + "\n"


def draw(
    count: int,
    seed: int,
    known: Mapping[str, tuple[Sense, ...]],
    glosses: Mapping[str, tuple[translations.Translation, ...]],
) -> None:
    """Print `count` random words of the casual dictionary with the meanings that would be shown."""
    words = lexicon("casual")
    chance = Random(seed)  # noqa: S311 - which words are judged is no secret
    for _ in range(count):
        word = words.pick(chance.randrange(len(words)))
        for head in [word, *sorted(lemmas(word) - {word})]:
            english, translated = known.get(head.lower(), ()), glosses.get(head.lower(), ())
            if english or translated:
                said = " | ".join(defined(english)[1::2])
                print(word, head, " ".join(f"{a}({b})" for a, b in translated), said, sep="\t")


if __name__ == "__main__":
    main()
