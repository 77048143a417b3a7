"""Printing of results and errors."""

import errno
import os
import sys
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

import msgspec

from chabudai.core import Telling, telling
from chabudai.core.command import reason
from chabudai.core.telling import TellingFact
from chabudai.core.text import Phrasebook

SENTENCES = Phrasebook(Path(__file__).parent)
phrase = SENTENCES.phrase
INTERRUPTED = 130
"""Exit code that shells use for the signal INT."""
PIPE_CLOSED = 141
"""Exit code that shells use for the signal PIPE."""
NO_ROOM = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
"""Error numbers for a full disk, and for a file that has reached its size limit."""


def say(lang: str, said: Telling) -> str:
    """Translate a sentence into a language. A sentence without facts is not treated as a template,
    because it may contain braces.
    """
    if said.facts:
        return SENTENCES.say(lang, said)
    return SENTENCES.catalogue(lang).get(said.text, said.text)


def either(items: Iterable[str]) -> TellingFact:
    """Return alternatives as part of a sentence: "easy, normal or hard"."""
    *most, last = items
    return telling("{most} or {last}", most=", ".join(most), last=last) if most else last


def print_json(document: object) -> None:
    """Print one JSON document and nothing else."""
    sys.stdout.buffer.write(msgspec.json.encode(document) + b"\n")


def readable(text: str) -> str:
    """Replace undecodable bytes in typed text with question marks."""
    return text.encode(errors="replace").decode()


def printable(text: str) -> str:
    """Replace control characters in a string, such as one from a server, with question marks."""
    return "".join(each if each.isprintable() else "?" for each in text)


def print_error(why: object) -> None:
    """Print an error on standard error, cut to 300 characters. Control characters and characters
    that cannot be encoded become question marks, because the text may come from a server or a file.
    """
    with suppress(OSError):
        print(f"chabudai: {printable(shorten(str(why), 300))}", file=sys.stderr)


def unprinted(error: OSError) -> int:
    """Discard further output once the pipe is closed or the disk is full, and return the exit
    code. Re-raise any other error.
    """
    if not isinstance(error, BrokenPipeError) and error.errno not in NO_ROOM:
        raise error
    with suppress(OSError):  # the interpreter would fail when it flushes stdout at exit
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    if isinstance(error, BrokenPipeError):
        return PIPE_CLOSED
    print_error(f"The output cannot be written: {reason(error)}.")
    return 2


def shorten(text: str, most: int) -> str:
    """Return `text` cut to at most `most` characters."""
    return text if len(text) <= most else f"{text[: most - 1]}…"
