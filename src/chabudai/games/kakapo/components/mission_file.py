"""The Kakapo: the lines of a mission's file, and what is said of a file that does not have them.

Every fault is a sentence of the catalogue, so that a page tells it in its reader's language.
"""

import re
import tomllib
from typing import Annotated, TypeAlias

import msgspec
from msgspec import Meta
from msgspec.structs import fields

from chabudai.core import Illegal, Struct, Why, refuse
from chabudai.games.kakapo.components.cards import Mode

BIRDS = "ABCDEFGH"
"""The letters of a mission's birds; it has no more of them."""
LONGEST = 40_000
"""No file of a mission has more bytes than this; one of the book has about six hundred."""
LONGEST_NAME = 40
"""No name of a mission has more characters than this."""
Name: TypeAlias = Annotated[str, Meta(min_length=1, max_length=LONGEST_NAME)]


class Written(Struct):
    """A mission as its file has it: the board as a drawing, birds by their letters."""

    name: Name
    name_ja: Name
    mode: Mode
    scan: Annotated[int, Meta(ge=1, le=len(BIRDS))]
    board: str
    must: Annotated[str, Meta(max_length=len(BIRDS))] = ""


NAME = "{field} must be a text of 1 to {most} characters."
MANY = {"most": len(BIRDS)}
DRAWING = "{field} must be a drawing, a text of several lines."
LETTERS = "{field} must be the letters of at most {most} birds."
WRONG: dict[str, Why] = {
    "name": Why("KK-A24", NAME, {"field": "name", "most": LONGEST_NAME}),
    "name_ja": Why("KK-A24", NAME, {"field": "name_ja", "most": LONGEST_NAME}),
    "mode": Why("KK-A24", "{field} must be buddy or party.", {"field": "mode"}),
    "scan": Why("KK-A24", "{field} must be a number from 1 to {most}.", {"field": "scan", **MANY}),
    "board": Why("KK-A24", DRAWING, {"field": "board"}),
    "must": Why("KK-A24", LETTERS, {"field": "must", **MANY}),
}
"""What is said when a line has something else than it should."""


def text_of(data: bytes) -> str:
    """A file as text, without the mark that some editors put first. Raises Illegal."""
    if len(data) > LONGEST:
        raise Illegal("KK-A24", "This file is too long for a mission.")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise Illegal("KK-A24", "This is not a file of text in UTF-8.") from None


def written(text: str) -> Written:
    """The lines of a mission's file. Raises Illegal."""
    document = table(text)
    known = {field.name: field for field in fields(Written)}
    for name in document:
        if name not in known:
            said = {"field": name[:LONGEST_NAME]}
            raise Illegal("KK-A24", "{field} is no line of a mission.", **said)
    for name, field in known.items():
        if name not in document and field.required:
            raise Illegal("KK-A24", "The file has no line {field}.", field=name)
        if name in document and not is_one(document[name], field.type):
            refuse(WRONG[name])
    return msgspec.convert(document, Written)


def is_one(value: object, kind: object) -> bool:
    """Whether a value is of a type."""
    try:
        msgspec.convert(value, kind)
    except msgspec.ValidationError:
        return False
    return True


def table(text: str) -> dict[str, object]:
    """A file of TOML. Raises Illegal, which names the line that is none."""
    try:
        return tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        found = re.search(r"at line (\d+)", str(error))
    if found:
        raise Illegal("KK-A24", "Line {line} cannot be read as TOML.", line=int(found[1]))
    raise Illegal("KK-A24", "This cannot be read as TOML to its end.")
