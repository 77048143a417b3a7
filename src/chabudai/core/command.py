"""Commands of a game's own, such as an exact solver; the command line only prints them."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec

LARGEST_FILE = 64 << 20
"""Bytes; no file of ours comes near it."""


class Failed(Exception):
    """The answer is no; one sentence says why."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """What a command found out.

    `document` is what `--json` prints as JSON, `lines` what is printed otherwise; `complaints` are
    sentences for standard error, and `code` is the exit code.
    """

    document: object
    lines: tuple[str, ...]
    complaints: tuple[str, ...] = ()
    code: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Command:
    """A command that a game adds to `chabudai`.

    `name` are the two words that call it, such as "missions lint"; commands that belong together
    share the first. `does` is one sentence. `takes` is the type of its arguments: a field is an
    option of the same name, needed if it has no default; the fields in `bare` are typed without
    their name. A field's `Meta` gives its limits, its `description` for the help and its `title`
    there. `run` raises ValueError with a sentence for arguments that cannot be used, and Failed.
    """

    name: str
    does: str
    takes: type[msgspec.Struct]
    bare: tuple[str, ...] = ()
    run: Callable[[Any], Answer]


def read_file(name: str) -> bytes:
    """What is in a file. Raises ValueError with a sentence."""
    try:
        with Path(name).open("rb") as file:
            data = file.read(LARGEST_FILE + 1)
    except (OSError, ValueError) as error:
        raise ValueError(f"{name} cannot be read: {reason(error)}.") from None
    if len(data) > LARGEST_FILE:
        raise ValueError(f"{name} is too large.")
    return data


def reason(error: Exception) -> str:
    """Why the system said no, without its numbers."""
    return (isinstance(error, OSError) and error.strerror) or str(error)
