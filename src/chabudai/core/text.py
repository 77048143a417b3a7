"""Sentences by a catalogue, and lines read back: what every game's texts are made of."""

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
)

COMMAS: Mapping[str, tuple[str, str]] = {"en": (", ", " and "), "ja": ("、", "、")}
"""What stands in an enumeration between two items, and before the last."""
GAPS: Mapping[str, str] = {"en": " ", "ja": ""}
"""What stands between two sentences."""


@dataclass(frozen=True, slots=True)
class Phrasebook:
    """The sentences of a game, or of a command. `folder` holds their catalogues."""

    folder: Path

    def catalogue(self, lang: str) -> Mapping[str, str]:
        """The translations into a language, by the English sentence; none are needed for "en"."""
        return read_catalogue(self.folder, lang)

    def phrase(self, lang: str, text: str, **facts: Fact) -> str:
        """A sentence of the catalogue in a language, with its facts."""
        return fill(self.catalogue(lang).get(text, text), facts)

    def say(self, lang: str, telling: Telling) -> str:
        """A telling in a language. Seats are written {0}, {1}, … for their names."""
        return Reader(lang, self.catalogue(lang), name).sentence(telling)

    def lines(self, lang: str, texts: Iterable[str]) -> str:
        """Sentences without facts, a line for each."""
        return "\n".join(self.phrase(lang, text) for text in texts)

    def joined(self, parts: Iterable[str], lang: str) -> str:
        """An enumeration."""
        return self.phrase(lang, ", ").join(parts)

    def by_seat(self, items: Iterable[object], lang: str) -> str:
        """Every seat with what it has."""
        return self.joined((f"{name(seat)} {item}" for seat, item in enumerate(items)), lang)


def piece_name(piece: Piece) -> str:
    """The name that a piece has in its telling."""
    return piece.name


@dataclass(frozen=True, slots=True)
class Reader:
    """Who reads what is told: the language, its catalogue, and what seats and pieces are called."""

    lang: str
    catalogue: Mapping[str, str]
    name: Callable[[Seat], str]
    call: Callable[[Piece], str] = piece_name

    def sentence(self, telling: Telling) -> str:
        """A telling in the reader's language, in English where there is no translation."""
        facts = {key: self.word(fact) for key, fact in telling.facts.items()}
        return fill(self.catalogue.get(telling.text, telling.text), facts)

    def word(self, fact: TellingFact) -> Fact:
        """A fact as it stands in the sentence."""
        match fact:
            case SeatName(seat=seat):
                return self.name(seat)
            case Piece():
                return self.call(fact)
            case Listed(items=items):
                join = people if all(isinstance(item, SeatName) for item in items) else enumeration
                return join(tuple(str(self.word(item)) for item in items), self.lang)
            case Telling():
                return self.sentence(fact)
            case _:
                return fact


def tell(text: Text[Any, Any, Any], event: object, lang: str, names: Sequence[str]) -> str:
    """An event in sentences, as it is told to someone in `lang`; `names` are those of the seats."""
    return told(text, event, Reader(lang, text.catalogue(lang), names.__getitem__))


def tell_seeing(
    text: Text[Any, Any, Any], event: object, lang: str, names: Sequence[str], view: Struct
) -> str:
    """An event in sentences for someone who had `view` before it, with pieces as `Text.call` calls
    them.
    """

    def call(piece: Piece) -> str:
        return text.call(view, event, piece, lang)

    return told(text, event, Reader(lang, text.catalogue(lang), names.__getitem__, call))


def told(text: Text[Any, Any, Any], event: object, reader: Reader) -> str:
    """An event in sentences for a reader."""
    return GAPS[reader.lang].join(map(reader.sentence, text.tell(event)))


def enumeration(items: Sequence[str], lang: str) -> str:
    """Items joined as a sentence does: "A, B and C"."""
    comma, last = COMMAS[lang]
    *most, end = items or ("",)
    return f"{comma.join(most)}{last}{end}" if most else end


def people(names: Sequence[str], lang: str) -> str:
    """Names joined as a sentence does; in Japanese two of them in another way than two things."""
    return "と".join(names) if lang == "ja" and len(names) == 2 else enumeration(names, lang)


@cache
def read_catalogue(folder: Path, lang: str) -> Mapping[str, str]:
    """The file `catalogue.<lang>.json` in a folder; for "en" there is none. Raises ValueError for
    another language than "en" and "ja".
    """
    if lang == "en":
        return {}
    file = folder / f"catalogue.{lang}.json"
    if not file.is_file():
        raise ValueError(f"There is no language {lang!r}. There is: en, ja.")
    return msgspec.json.decode(file.read_bytes(), type=dict[str, str])


def name(seat: Seat) -> str:
    """Where the name of `seat` goes."""
    return f"{{{seat}}}"


def escaped(text: str) -> str:
    """`text` with its braces doubled, so that none is taken for a seat."""
    return text.replace("{", "{{").replace("}", "}}")


def signed(thousandths: int) -> str:
    """Thousandths with a sign, as units rounded to a tenth."""
    return f"{thousandths / 1000:+.1f}".replace("-", "−")


def spaced(items: Iterable[object]) -> str:
    """The items with a space between them."""
    return " ".join(map(str, items))


@dataclass(frozen=True, slots=True)
class Form:
    """A line with which an action is written: what matches it whole, and the fields of the action
    from the match. An action without fields needs none. `fields` may raise ValueError.
    """

    pattern: str
    fields: Callable[[re.Match[str]], Mapping[str, object]] = lambda _found: {}


@dataclass(frozen=True, slots=True)
class Lines:
    """How the actions of a game are written as lines. `forms` are by the tag of the action, which
    is the first word of its line; `refusal` is a sentence to who writes anything else.
    """

    actions: Any
    forms: Mapping[str, Form]
    refusal: str

    def read(self, line: str) -> Any:
        """The action that a line of one of the forms is, or whose JSON it is.

        Raises ValueError with the sentence `refusal` if it is no action.
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
