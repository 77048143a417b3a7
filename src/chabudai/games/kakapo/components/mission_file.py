"""The Kakapo: parse mission files.

Every error is a sentence from the catalogue, so a page can show it in its reader's language.
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
"""Letters for a mission's birds, which also limit their number."""
LONGEST = 40_000
"""Maximum size of a mission file in bytes. The book's files are about 600 bytes each."""
LONGEST_NAME = 40
"""Maximum length of a mission's name in characters."""
Name: TypeAlias = Annotated[str, Meta(min_length=1, max_length=LONGEST_NAME)]


class MissionFile(Struct):
    """The fields of a mission file. The board is a drawing in which letters name the birds."""

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
"""Error messages for values of the wrong type, by field."""


def text_of(data: bytes) -> str:
    """Decode a file, ignoring its byte order mark. Raises Illegal."""
    if len(data) > LONGEST:
        raise Illegal("KK-A24", "This file is too long for a mission.")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise Illegal("KK-A24", "This is not a file of text in UTF-8.") from None


def parse(text: str) -> MissionFile:
    """Parse the text of a mission's file. Raises Illegal."""
    document = parse_toml(text)
    known = {field.name: field for field in fields(MissionFile)}
    for name in document:
        if name not in known:
            facts = {"field": name[:LONGEST_NAME]}
            raise Illegal("KK-A24", "A mission has no line {field}.", **facts)
    for name, field in known.items():
        if name not in document and field.required:
            raise Illegal("KK-A24", "The file has no line {field}.", field=name)
        if name in document and not is_of_type(document[name], field.type):
            refuse(WRONG[name])
    return msgspec.convert(document, MissionFile)


def is_of_type(value: object, kind: object) -> bool:
    """Whether a value has this type."""
    try:
        msgspec.convert(value, kind)
    except msgspec.ValidationError:
        return False
    return True


def parse_toml(text: str) -> dict[str, object]:
    """Parse TOML. Raises Illegal with the number of the faulty line, if known."""
    try:
        return tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        found = re.search(r"at line (\d+)", str(error))
    if found:
        raise Illegal("KK-A24", "Line {line} cannot be read as TOML.", line=int(found[1]))
    raise Illegal("KK-A24", "The TOML of this file is incomplete.")
