"""A check that stops a program without a main guard from starting child processes recursively."""

import sys
from collections.abc import Generator
from contextlib import contextmanager
from contextvars import ContextVar

UNGUARDED = 78
"""Exit code of a child process that would otherwise start more processes while importing the
program.
"""
_importing: ContextVar[bool] = ContextVar("importing", default=False)


class Unguarded(SystemExit):
    """Ends a program without a main guard, with an error message and exit code 1."""

    def __init__(self) -> None:
        super().__init__(
            'Start processes only below if __name__ == "__main__": each of them imports this file.'
        )


def check_main_guard() -> None:
    """End this process silently if it is a child process that is importing the program.

    The parent process raises Unguarded if a child has exited with UNGUARDED. multiprocessing
    imports the program as `__mp_main__`, which becomes `__main__` afterwards.
    """
    child = sys.modules.get("__mp_main__")
    is_child = child is not None and child is not sys.modules.get("__main__")
    if is_child or _importing.get():
        raise SystemExit(UNGUARDED)


@contextmanager
def importing() -> Generator[None]:
    """Mark the block, for `check_main_guard`, as an import of a file in a child process."""
    token = _importing.set(True)
    try:
        yield
    finally:
        _importing.reset(token)
