"""Helpers that run the command in this process."""

import json
import sys
from collections.abc import Callable
from contextlib import redirect_stderr, redirect_stdout
from io import BytesIO, TextIOWrapper
from typing import Any, NamedTuple
from unittest.mock import patch

from chabudai.cli import main


class Done(NamedTuple):
    code: int
    out: str
    err: str

    @property
    def document(self) -> Any:
        return json.loads(self.out)


CTRL_C = "\x03"


class Keyboard(TextIOWrapper):
    """Standard input where CTRL_C acts like pressing Ctrl-C."""

    def readline(self, size: int = -1) -> str:  # type: ignore[override]
        """Return the next line. Raises KeyboardInterrupt if it contains CTRL_C."""
        line = super().readline(size)
        if CTRL_C in line:
            raise KeyboardInterrupt
        return line


class Screen(TextIOWrapper):
    """An output that looks like a terminal."""

    def isatty(self) -> bool:
        return True


def in_utf8() -> TextIOWrapper:
    """Return an output that is not a terminal."""
    return TextIOWrapper(BytesIO(), "utf-8")


def here(
    *args: str, typed: str | bytes | None = None, output: Callable[[], TextIOWrapper] = in_utf8
) -> Done:
    """Run `chabudai` in this process. Standard input is `typed` or, if that is None, unchanged."""
    out, err = output(), output()
    raw = typed.encode() if isinstance(typed, str) else typed
    read = sys.stdin if raw is None else Keyboard(BytesIO(raw), "utf-8")
    with patch.object(sys, "stdin", read), redirect_stdout(out), redirect_stderr(err):
        try:
            code = main(args)
        except SystemExit as leaving:
            code = leaving.code if isinstance(leaving.code, int) else 0
    printed = []
    for end in (out, err):
        end.flush()
        assert isinstance(end.buffer, BytesIO)
        printed.append(end.buffer.getvalue().decode(end.encoding))
    return Done(code, *printed)


def refused(*args: str, code: int = 2) -> str:
    """Return the refusal's sentence. Checks that no other text is printed, except perhaps one
    command's usage before it.
    """
    done = here(*args)
    assert (done.code, done.out) == (code, "")
    assert done.err.endswith("\n")
    *usage, sentence = done.err.splitlines()
    assert not usage or usage[0].startswith("usage: chabudai ")
    assert all(line.startswith("  ") for line in usage[1:])
    return sentence
