"""Print results and errors."""

import sys
from contextlib import suppress
from pathlib import Path

import msgspec

from chabudai.core.text import Phrasebook

phrase = Phrasebook(Path(__file__).parent).phrase


def print_json(document: object) -> None:
    """Print one JSON document and nothing else."""
    sys.stdout.buffer.write(msgspec.json.encode(document) + b"\n")


def readable(text: str) -> str:
    """Return typed text with question marks for bytes that could not be decoded."""
    return text.encode(errors="replace").decode()


def print_error(why: object) -> None:
    """Print an error on standard error, cut to 300 characters."""
    with suppress(OSError):
        print(f"chabudai: {shorten(str(why), 300)}", file=sys.stderr)


def shorten(text: str, most: int) -> str:
    """Return `text` cut to at most `most` characters."""
    return text if len(text) <= most else f"{text[: most - 1]}…"
