"""How answers are printed."""

import sys
from collections.abc import Iterable
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
