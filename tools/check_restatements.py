"""Compare summaries and guides with the numbered rules: `python -m tools.check_restatements`.

A game's `tests/restatements.json` has a line for each English sentence of its summary (*In 30
seconds*) and of its lessons. The line has the rules that the sentence restates. It also has a
digest of the sentence, its Japanese texts, and these rules in both languages. If one of these has
changed, the sentence is printed with its rules, and the exit code is 1. `--reviewed` records the
new digests.
"""

import argparse
import re
import sys
from collections.abc import Iterator, Mapping
from hashlib import sha256
from pathlib import Path

import msgspec

from chabudai.core.rulebook import LANGUAGES, Rule, read_rulebook
from tests.support.game_cases import CASES, EXTERNAL, Case

BETWEEN_SENTENCES = re.compile(r"(?<=[.!?])\s+")


class Restatement(msgspec.Struct, frozen=True):
    """The IDs of the rules that a sentence restates, or None until they are entered. `digest` is
    the digest at the last review.
    """

    rules: tuple[str, ...] | None = None
    digest: str = ""


def file_of(room: Case) -> Path:
    return room.folder / "tests" / "restatements.json"


def texts(room: Case) -> Iterator[tuple[str, str]]:
    """Yield the lines of the summary and the texts of the lessons, in English and Japanese."""
    english, japanese = (read_rulebook(room.folder, lang).glance for lang in LANGUAGES)
    if english and japanese:
        yield from zip(english.lines, japanese.lines, strict=True)
    for guide in room.game.extras.guides.values():
        for lesson in guide.lessons:
            for text in filter(None, (lesson.text, lesson.terminal)):
                yield text, guide.japanese[text]


def sentences(room: Case) -> dict[str, list[str]]:
    """Map each English sentence, in reading order, to the Japanese texts of all its occurrences."""
    found: dict[str, list[str]] = {}
    for english, japanese in texts(room):
        for sentence in BETWEEN_SENTENCES.split(english):
            found.setdefault(sentence, []).append(japanese)
    return found


def rules_of(room: Case) -> dict[str, tuple[Rule, ...]]:
    """Map the ID of each rule to the rule in every language."""
    books = [read_rulebook(room.folder, lang).rules for lang in LANGUAGES]
    return {versions[0].id: versions for versions in zip(*books, strict=True)}


def listed(room: Case) -> dict[str, Restatement]:
    """Return the game's restatements by English sentence."""
    path = file_of(room)
    if not path.is_file():
        return {}
    return msgspec.json.decode(path.read_bytes(), type=dict[str, Restatement])


def digests(room: Case) -> Iterator[tuple[str, str]]:
    """Yield the sentences whose rules are entered, each with its current digest."""
    known, rules = listed(room), rules_of(room)
    for sentence, japanese in sentences(room).items():
        named = known.get(sentence, Restatement()).rules
        if named is not None:
            told = [sentence, *japanese]
            for number in named:
                told += [f"{rule.title}\n{rule.text}" for rule in rules.get(number, ())]
            words = [" ".join(text.split()) for text in told]
            yield sentence, sha256(msgspec.json.encode(words)).hexdigest()[:16]


def outdated(room: Case) -> list[str]:
    """Return the sentences to review, in reading order."""
    known, now = listed(room), dict(digests(room))
    return [
        sentence
        for sentence in sentences(room)
        if sentence not in now or known[sentence].digest != now[sentence]
    ]


def page(room: Case, sentence: str) -> str:
    """Return a sentence, its Japanese texts, and the rules that it restates, in both languages."""
    restated = listed(room).get(sentence, Restatement()).rules
    lines = [f"{room}: {sentence}", *dict.fromkeys(sentences(room)[sentence])]
    if restated is None:
        lines.append("  name its rules in tests/restatements.json, or []")
    rules = rules_of(room)
    for number in restated or ():
        versions = rules.get(number, ())
        lines += [f"  {number} {one.title}: {' '.join(one.text.split())}" for one in versions]
    return "\n".join(lines)


def record(room: Case) -> None:
    """Write the current digests. Add new sentences without rules, and remove old ones."""
    known, now = listed(room), dict(digests(room))
    write(
        file_of(room),
        {
            sentence: Restatement(known.get(sentence, Restatement()).rules, now.get(sentence, ""))
            for sentence in sentences(room)
        },
    )


def write(path: Path, restatements: Mapping[str, Restatement]) -> None:
    """Write a file of restatements, one per line."""
    lines = ",\n".join(
        f" {msgspec.json.encode(sentence).decode()}: {msgspec.json.encode(one).decode()}"
        for sentence, one in restatements.items()
    )
    if lines:
        path.write_text(f"{{\n{lines}\n}}\n", encoding="utf-8")


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.check_restatements", description=__doc__)
    parser.add_argument("--reviewed", action="store_true", help="record the new digests")
    reviewed: bool = parser.parse_args().reviewed
    rooms = [room for room in CASES if room not in EXTERNAL]
    if reviewed:
        for room in rooms:
            record(room)
    pages = [page(room, sentence) for room in rooms for sentence in outdated(room)]
    print("\n\n".join(pages) or "Every sentence has been reviewed.")
    return 1 if pages else 0


if __name__ == "__main__":
    sys.exit(main())
