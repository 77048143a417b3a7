"""Sentences by a catalogue, and lines read back: what every game's texts are made of."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from chabudai.core.game import Fact, Seat


@dataclass(frozen=True, slots=True)
class Phrasebook:
    """The sentences of a game, or of a command. `folder` holds their catalogues."""

    folder: Path

    def catalogue(self, lang: str) -> Mapping[str, str]:
        """The translations into a language, by the English sentence; none are needed for "en"."""
        return read_catalogue(self.folder, lang)

    def phrase(self, lang: str, text: str, **facts: Fact) -> str:
        """A sentence of the catalogue in a language, with its facts."""
        return self.catalogue(lang).get(text, text).format(**facts)

    def joined(self, parts: Iterable[str], lang: str) -> str:
        """An enumeration."""
        return self.phrase(lang, ", ").join(parts)

    def by_seat(self, items: Iterable[object], lang: str) -> str:
        """Every seat with what it has."""
        return self.joined((f"{name(seat)} {item}" for seat, item in enumerate(items)), lang)


@cache
def read_catalogue(folder: Path, lang: str) -> Mapping[str, str]:
    """The file `catalogue.<lang>.json` in a folder; for "en" there is none."""
    if lang == "en":
        return {}
    file = folder / f"catalogue.{lang}.json"
    return msgspec.json.decode(file.read_bytes(), type=dict[str, str])


def name(seat: Seat) -> str:
    """Where the name of `seat` goes."""
    return f"{{{seat}}}"


def escaped(text: str) -> str:
    """`text` with its braces doubled, so that none is taken for a seat."""
    return text.replace("{", "{{").replace("}", "}}")


def spaced(items: Iterable[object]) -> str:
    """The items with a space between them."""
    return " ".join(map(str, items))


def read_action(line: str, fields: Mapping[str, object] | None, actions: Any, refusal: str) -> Any:
    """The action of the union `actions` that has these fields; without fields, `line` is its JSON.

    Raises ValueError with the sentence `refusal` if there is no such action.
    """
    try:
        if fields is not None:
            return msgspec.convert(fields, actions)
        return msgspec.json.decode(line if line.startswith("{") else "", type=actions)
    except (msgspec.MsgspecError, UnicodeEncodeError, RecursionError):
        raise ValueError(refusal) from None
