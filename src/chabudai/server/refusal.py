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
    "not-now",  # the table's status does not allow it
    "no-seat",  # every seat is taken
    "name-taken",  # another name at the table looks like it
    "name-kept",  # it looks like one of the page's own words
    "wrong-secret",
    "removed",  # the host has removed this guest from the table
    "too-fast",
    "full",  # the table, the network or all callers together have stored too much
    "busy",
    "unstored",  # the database failed: the command may have been stored or not
    "guide",  # legal, but not the move that the guide's lesson teaches
]

FileFault: TypeAlias = Literal[
    "too-large", "no-game", "newer", "other-rules", "broken", "cut-short"
]
"""Reasons why a file cannot be opened as a recorded game. It is too large, contains no known game,
comes from a newer version, uses other rules, has an unreadable line or an illegal move, or ends
before the game does.
"""

UNKNOWN_TABLE, UNREADABLE, NEWER = 4404, 4500, 4501
PRIVATE, NOT_YET = 4403, 4425
TOO_FAST, TOO_SLOW, TOO_MANY, FAULTY = 1008, 4008, 1013, 1011
"""WebSocket close codes."""

NOT_HERE: tuple[Code, str] = ("not-now", "That cannot be done here.")
"""Refusal of commands that are not supported at this kind of table."""

FAULT = "Something went wrong here. Nothing was changed."
"""Message for errors that should never happen."""


def meaning(code: Code, lang: str) -> str:
    """Return a code's meaning as a sentence in "en" or "ja". The page has the same sentences."""
    return meanings(lang)[code]


@cache
def meanings(lang: str) -> Mapping[Code, str]:
    """Return the sentences of all codes in a language."""
    file = Path(__file__).parent / "strings" / f"{lang}.json"
    return msgspec.json.decode(file.read_bytes(), type=dict[Code, str])


class Refused(Exception):
    """Raised to refuse a command, which then changes nothing. `text` is a sentence with `{names}`
    for its `facts`. `table` is the id of a table that can be watched instead. `why` is the problem
    with a file.
    """

    table: str | None = None
    why: FileFault | None = None

    def __init__(self, code: Code, text: str, **facts: Fact) -> None:
        super().__init__(fill(text, facts))
        self.code: Code = code
        self.text = text
        self.facts: dict[str, Fact] = facts


class TableFull(Refused):
    """Raised if `table` has no free seat. It can still be watched."""

    def __init__(self, table: str) -> None:
        super().__init__("no-seat", "Every seat at this table is taken.")
        self.table = table


class StartupFailed(Exception):
    """An error that prevents the server from starting. The message is a sentence."""
