"""Refusals of commands and requests, and errors at startup."""

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Literal, TypeAlias

import msgspec

from chabudai.core import Fact, fill

Code: TypeAlias = Literal[
    "illegal",  # the rules forbid it; `rule` is the rule's ID
    "stale",  # the table has changed since `head`
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
    "full",  # too many bytes stored: by the table, the network, or all callers
    "busy",
    "unstored",  # the database failed: a command may be stored or not
    "guide",  # legal, but not what the lesson of a guide teaches
]

FileFault: TypeAlias = Literal["too-large", "no-game", "other-rules", "broken", "cut-short"]
"""Reasons why a file cannot be opened as a recorded game. It is too large, does not contain a known
game, has other rules, has an unreadable line or illegal move, or ends before the game does.
"""

UNKNOWN_TABLE, UNREADABLE, NEWER = 4404, 4500, 4501
TOO_FAST, TOO_SLOW, TOO_MANY, FAULTY = 1008, 4008, 1013, 1011
"""WebSocket close codes."""

FAULT = "Something went wrong here. Nothing was changed."
"""Text for errors that should never happen."""


def meaning(code: Code, lang: str) -> str:
    """Return a code's meaning as a sentence in "en" or "ja". The page has the same sentences."""
    return meanings(lang)[code]


@cache
def meanings(lang: str) -> Mapping[Code, str]:
    """Return the sentences of all codes in a language."""
    file = Path(__file__).parent / "strings" / f"{lang}.json"
    return msgspec.json.decode(file.read_bytes(), type=dict[Code, str])


class Refused(Exception):
    """The refusal of a command, which changes nothing. `text` is a sentence with `{names}` for
    `facts`. `table` can be watched, and `why` is what is wrong with a file.
    """

    table: str | None = None
    why: FileFault | None = None

    def __init__(self, code: Code, text: str, **facts: Fact) -> None:
        super().__init__(fill(text, facts))
        self.code: Code = code
        self.text = text
        self.facts: dict[str, Fact] = facts


class TableFull(Refused):
    """The refusal of a seat at a full `table`, which can be watched."""

    def __init__(self, table: str) -> None:
        super().__init__("no-seat", "Every seat at this table is taken.")
        self.table = table


class StartupFailed(Exception):
    """An error that prevents the server from starting, as a sentence."""
