"""Why the server refuses a command or a request, or to start."""

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Literal, TypeAlias

import msgspec

from chabudai.core import Fact, fill

Code: TypeAlias = Literal[
    "illegal",  # the rules forbid it; `rule` says which
    "stale",  # the table has moved on since `head`
    "malformed",
    "unknown-table",
    "not-your-seat",
    "not-host",
    "not-now",  # the table is not in the lobby, not playing, or not over
    "no-seat",  # every seat is taken
    "name-taken",  # another name at the table looks like it
    "name-kept",  # it looks like a word of the page
    "wrong-secret",
    "removed",  # the host has removed this guest from the table
    "too-fast",
    "full",  # too many bytes stored: by the table, the network, or everybody
    "busy",
    "unstored",  # the database failed: a command may be stored or not
    "guide",  # legal, but not what the lesson of a guide is about
]

FileFault: TypeAlias = Literal["too-large", "no-game", "other-rules", "broken", "cut-short"]
"""Why a file is not opened as a recorded game: it is none, or none of the games here; its game has
other rules than today's; a line cannot be read, or a move breaks a rule; it stops before the end.
"""

UNKNOWN_TABLE, UNREADABLE, NEWER = 4404, 4500, 4501
TOO_FAST, TOO_SLOW, TOO_MANY, FAULTY = 1008, 4008, 1013, 1011
"""The codes a socket is closed with."""

FAULT = "Something went wrong here. Nothing was changed."
"""What is said of an error that should never happen."""


def meaning(code: Code, lang: str) -> str:
    """What a code means, as a sentence in "en" or "ja", which the page has, too."""
    return meanings(lang)[code]


@cache
def meanings(lang: str) -> Mapping[Code, str]:
    """The sentences of all codes in a language."""
    file = Path(__file__).parent / "strings" / f"{lang}.json"
    return msgspec.json.decode(file.read_bytes(), type=dict[Code, str])


class Refused(Exception):
    """A command that changes nothing. `text` is a sentence with `{names}` for `facts`. `table` can
    be watched, and `why` says what is wrong with a file.
    """

    table: str | None = None
    why: FileFault | None = None

    def __init__(self, code: Code, text: str, **facts: Fact) -> None:
        super().__init__(fill(text, facts))
        self.code: Code = code
        self.text = text
        self.facts: dict[str, Fact] = facts


class TableFull(Refused):
    """Nobody else can sit at `table`; it can be watched."""

    def __init__(self, table: str) -> None:
        super().__init__("no-seat", "Every seat at this table is taken.")
        self.table = table


class StartupFailed(Exception):
    """Why a server cannot start, as a sentence."""
