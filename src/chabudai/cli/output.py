"""How answers are printed."""

import sys
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

import msgspec

from chabudai.core.text import Phrasebook

phrase = Phrasebook(Path(__file__).parent).phrase


def print_json(document: object) -> None:
    """Print one JSON document and nothing else."""
    sys.stdout.buffer.write(msgspec.json.encode(document) + b"\n")


def choices(items: Iterable[str]) -> str:
    """An enumeration: "easy, normal or hard"."""
    *most, last = items
    return f"{', '.join(most)} or {last}" if most else last


def readable(text: str) -> str:
    """What was typed, with question marks for bytes that were no text."""
    return text.encode(errors="replace").decode()


def complain(why: object) -> None:
    """Say on standard error what was wrong, however much was typed."""
    with suppress(OSError):
        print(f"chabudai: {shortened(str(why), 300)}", file=sys.stderr)


def shortened(text: str, most: int) -> str:
    """A text of at most `most` characters."""
    return text if len(text) <= most else f"{text[: most - 1]}…"
