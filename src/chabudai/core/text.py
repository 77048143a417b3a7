"""Translated sentences, and parsing of typed lines, for all games."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from chabudai.core.game import Text
from chabudai.core.struct import Struct
from chabudai.core.telling import (
    Fact,
    Listed,
    Piece,
    Seat,
    SeatName,
    Telling,
    TellingFact,
    fill,
    placed,
)

COMMAS: Mapping[str, tuple[str, str]] = {"en": (", ", " and "), "ja": ("、", "、")}
"""Separators in a list: between two items, and before the last."""
GAPS: Mapping[str, str] = {"en": " ", "ja": ""}
"""Separators between two sentences."""


@dataclass(frozen=True, slots=True)
class Phrasebook:
    """The sentences used by a game or a command. `folder` contains their translations."""

    folder: Path

    def catalogue(self, lang: str) -> Mapping[str, str]:
        """Return the translations into a language, keyed by English sentence, or {} for "en"."""
        return read_catalogue(self.folder, lang)

    def phrase(self, lang: str, text: str, **facts: Fact) -> str:
        """Translate a sentence and insert its facts."""
        return fill(self.catalogue(lang).get(text, text), facts)

    def say(self, lang: str, telling: Telling) -> str:
        """Translate a telling, with {0}, {1}, … for the seats' names."""
        return Reader(lang, self.catalogue(lang), name).sentence(telling)

    def lines(self, lang: str, texts: Iterable[str]) -> str:
        """Translate sentences without facts, and join them with line breaks."""
        return "\n".join(self.phrase(lang, text) for text in texts)

    def joined(self, parts: Iterable[str], lang: str) -> str:
        """Join the parts with the language's comma."""
        return self.phrase(lang, ", ").join(parts)

    def by_seat(self, items: Iterable[object], lang: str) -> str:
        """List all seats, each followed by its item."""
        return self.joined((f"{name(seat)} {item}" for seat, item in enumerate(items)), lang)


def piece_name(piece: Piece) -> str:
    """Return the piece's own name."""
    return piece.name


@dataclass(frozen=True, slots=True)
class Reader:
    """Translates tellings into a language, with the reader's names for seats and pieces."""

    lang: str
    catalogue: Mapping[str, str]
    name: Callable[[Seat], str]
    call: Callable[[Piece], str] = piece_name

    def sentence(self, telling: Telling) -> str:
        """Return a telling in the reader's language, or in English if it has no translation."""
        return self.after("", telling)

    def after(self, before: str, telling: Telling) -> str:
        """Return a telling as it is written after the text `before`."""
        text = self.catalogue.get(telling.text, telling.text)
        facts = {
            key: self.word(fact, before + text.partition(f"{{{key}}}")[0])
            for key, fact in telling.facts.items()
        }
        return fill(text, facts)

    def word(self, fact: TellingFact, before: str) -> Fact:
        """Convert a fact to the text or number that is inserted in a sentence after `before`."""
        match fact:
            case SeatName(seat=seat):
                return placed(self.name(seat), before)
            case Piece():
                return self.call(fact)
            case Listed(items=items):
                join = people if all(isinstance(item, SeatName) for item in items) else enumeration
                words = (
                    str(self.word(item, ", " if at else before)) for at, item in enumerate(items)
                )
                return join(tuple(words), self.lang)
            case Telling():
                return self.after(before, fact)
            case _:
                return fact


def tell(text: Text[Any, Any, Any], event: object, lang: str, names: Sequence[str]) -> str:
    """Describe an event in sentences. `names` are the seats' names."""
    return told(text, event, Reader(lang, text.catalogue(lang), names.__getitem__))


def tell_seeing(
    text: Text[Any, Any, Any], event: object, lang: str, names: Sequence[str], view: Struct
) -> str:
    """Describe an event for a reader who saw `view` before it. Pieces have the names given by
    `Text.call`.
    """

    def call(piece: Piece) -> str:
        return text.call(view, event, piece, lang)

    return told(text, event, Reader(lang, text.catalogue(lang), names.__getitem__, call))


def told(text: Text[Any, Any, Any], event: object, reader: Reader) -> str:
    """Describe an event in sentences for a reader."""
    return GAPS[reader.lang].join(map(reader.sentence, text.tell(event)))


def enumeration(items: Sequence[str], lang: str) -> str:
    """Join items as they appear in a sentence: "A, B and C"."""
    comma, last = COMMAS[lang]
    *most, end = items or ("",)
    return f"{comma.join(most)}{last}{end}" if most else end


def people(names: Sequence[str], lang: str) -> str:
    """Join names as they appear in a sentence. Japanese joins two names with と but two things with
    a comma.
    """
    return "と".join(names) if lang == "ja" and len(names) == 2 else enumeration(names, lang)


def in_each_language(text: Text[Any, Any, Any], told: Telling) -> dict[str, str]:
    """Map each language to a sentence that names no player."""
    return {lang: Reader(lang, text.catalogue(lang), str).sentence(told) for lang in COMMAS}


@cache
def read_catalogue(folder: Path, lang: str) -> Mapping[str, str]:
    """Read a folder's `catalogue.<lang>.json`, or return {} for "en". Raises ValueError for a
    language other than "en" and "ja".
    """
    if lang == "en":
        return {}
    file = folder / f"catalogue.{lang}.json"
    if not file.is_file():
        raise ValueError(f"There is no language {lang!r}. Available: en, ja.")
    return msgspec.json.decode(file.read_bytes(), type=dict[str, str])


def name(seat: Seat) -> str:
    """Return the placeholder for `seat`'s name."""
    return f"{{{seat}}}"


def named(text: str, names: Sequence[str]) -> str:
    """Replace the placeholders {0}, {1}, … and doubled braces."""

    def insert(found: re.Match[str]) -> str:
        if found[1] is None:
            return found[0][0]
        return placed(names[int(found[1])], text[: found.start()])

    return re.sub(r"\{\{|\}\}|\{(\d+)\}", insert, text)


def escaped(text: str) -> str:
    """Return `text` with its braces doubled, so that they are not mistaken for placeholders."""
    return text.replace("{", "{{").replace("}", "}}")


def signed(thousandths: int) -> str:
    """Format thousandths as units with a sign, rounded to a tenth."""
    return f"{thousandths / 1000:+.1f}".replace("-", "−")


def spaced(items: Iterable[object]) -> str:
    """Join the items with spaces."""
    return " ".join(map(str, items))


@dataclass(frozen=True, slots=True)
class Form:
    """A way to write an action as a line: a pattern for the whole line, and a function that returns
    the action's fields from the match. `fields` may raise ValueError.
    """

    pattern: str
    fields: Callable[[re.Match[str]], Mapping[str, object]] = lambda _found: {}


@dataclass(frozen=True, slots=True)
class Lines:
    """A parser for a game's actions, written as lines. `forms` maps an action's tag, the first word
    of its line, to its form. `refusal` is the error message for any other line.
    """

    actions: Any
    forms: Mapping[str, Form]
    refusal: str

    def read(self, line: str) -> Any:
        """Return the action for a line in one of the forms, or in JSON.

        Raises ValueError with the message `refusal` for any other line.
        """
        tag = line.partition(" ")[0]
        form = self.forms.get(tag)
        found = re.fullmatch(form.pattern, line) if form else None
        try:
            if form and found:
                fields = {"type": tag, **form.fields(found)}
                return msgspec.convert(fields, self.actions)
            return msgspec.json.decode(line if line.startswith("{") else "", type=self.actions)
        except (msgspec.MsgspecError, ValueError, RecursionError):
            raise ValueError(self.refusal) from None
