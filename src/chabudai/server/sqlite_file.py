"""How a file of SQLite is opened for writing, and told from another at the same path."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path

JOURNAL_BYTES = 4 * 1024 * 1024
"""The size to which the journal is truncated once a reader no longer keeps it: 1,000 pages, after
which SQLite checkpoints.
"""
PRAGMAS = (
    "PRAGMA busy_timeout = 5000",
    "PRAGMA journal_mode = WAL",
    f"PRAGMA journal_size_limit = {JOURNAL_BYTES}",
    "PRAGMA synchronous = FULL",
    "PRAGMA foreign_keys = ON",
)
BEGIN_TO_WRITE = "BEGIN IMMEDIATE"
Turn = Callable[[], AbstractContextManager[None]]
"""Waits for, and has, the right to write."""
Identity = tuple[int, int]
"""A file's device, and its number there."""


def identity(path: Path) -> Identity:
    """What tells a file from another at the same path. Raises OSError if there is none."""
    there = path.stat()
    return there.st_dev, there.st_ino


def journal_of(path: Path) -> Path:
    """The write-ahead log of a file, in which what was committed last is alone."""
    return path.with_name(f"{path.name}-wal")
