"""Commands that a game adds to the command line, such as an exact solver."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec

LARGEST_FILE = 64 << 20
"""Maximum size in bytes of a file that a command reads."""


class Failed(Exception):
    """Raised when a command fails. The message is one sentence."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """The result of a command.

    `document` is printed as JSON with `--json`, and `lines` otherwise. `complaints` are printed to
    standard error, and `code` is the exit code.
    """

    document: object
    lines: tuple[str, ...]
    complaints: tuple[str, ...] = ()
    code: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Command:
    """A command that a game adds to `chabudai`.

    `name` consists of two words, such as "missions lint". Related commands share the first word.
    `does` describes the command in one sentence. `takes` is the type of its arguments: a field is
    an option with the same name, required if it has no default, or positional if it is in `bare`.
    The field `main`, a required string, may be given as an option or by position. A field's `Meta`
    holds its limits, and a `description` and `title` for the help. `run` raises ValueError, whose
    message is a sentence, for invalid arguments, and Failed if the command fails.
    """

    name: str
    does: str
    takes: type[msgspec.Struct]
    bare: tuple[str, ...] = ()
    main: str = ""
    run: Callable[[Any], Answer]


def read_file(name: str) -> bytes:
    """Return the bytes of a file.

    Raises ValueError, whose message is a sentence, if it cannot be read or exceeds LARGEST_FILE.
    """
    if not name:
        raise ValueError("The name of a file is empty.")
    try:
        with Path(name).open("rb") as file:
            data = file.read(LARGEST_FILE + 1)
    except FileNotFoundError:
        hint = " For piped input, use /dev/stdin." if name == "-" else ""
        raise ValueError(f"{name} cannot be read: No such file or directory.{hint}") from None
    except (OSError, ValueError) as error:
        raise ValueError(f"{name} cannot be read: {reason(error)}.") from None
    if len(data) > LARGEST_FILE:
        raise ValueError(f"{name} is too large.")
    return data


def reason(error: Exception) -> str:
    """Return an error's reason, without its number and file name."""
    return (isinstance(error, OSError) and error.strerror) or str(error)
