"""How answers are printed."""

import sys
from collections.abc import Iterable
from functools import cache
from pathlib import Path

import msgspec


def print_json(document: object) -> None:
    """Print one JSON document and nothing else."""
    sys.stdout.buffer.write(msgspec.json.encode(document) + b"\n")


def choices(items: Iterable[str]) -> str:
    """An enumeration: "easy, normal or hard"."""
    *most, last = items
    return f"{', '.join(most)} or {last}" if most else last


@cache
def catalogue(lang: str) -> dict[str, str]:
    """The translations of this command's sentences to players, by the English sentence."""
    if lang == "en":
        return {}
    file = Path(__file__).with_name(f"catalogue.{lang}.json")
    return msgspec.json.decode(file.read_bytes(), type=dict[str, str])


def phrase(lang: str, text: str, **facts: object) -> str:
    """A sentence of the catalogue in a language, with its facts."""
    return catalogue(lang).get(text, text).format(**facts)


def readable(text: str) -> str:
    """What was typed, with question marks for bytes that were no text."""
    return text.encode(errors="replace").decode()
