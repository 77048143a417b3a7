"""Temporary folders. If a process was killed, the next server or command removes its folders."""

import os
from collections.abc import Generator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory, gettempdir, mkdtemp

DATABASE = "tables.db"
"""Name of the database in a temporary folder."""
ENDS = ("", "-wal", "-shm", "-journal", "-server", "-server-journal")
NAMES = {f"{DATABASE}{end}" for end in ENDS}
PREFIX = "chabudai-temporary-"


@contextmanager
def temporary_folder() -> Generator[Path]:
    """Yield a new, locked folder for files with names in NAMES. It is removed at the end."""
    if os.name != "posix":
        with TemporaryDirectory(prefix=PREFIX) as name:
            yield Path(name)
        return
    with ExitStack() as stack:
        while True:
            folder = Path(mkdtemp(prefix=PREFIX))
            with suppress(OSError):  # another process removed it as a leftover before it was locked
                opened = stack.enter_context(locked(folder))
                if folder.exists():
                    break
        try:
            yield folder
        finally:
            remove(folder, opened)


def remove_leftovers() -> None:
    """Remove this user's folders whose processes have died, if they contain only files with names
    in NAMES.
    """
    if os.name != "posix":
        return
    for folder in Path(gettempdir()).glob(f"{PREFIX}*"):
        with suppress(OSError), locked(folder) as opened:
            names = {*os.listdir(opened)}  # noqa: PTH208 - by descriptor: the path may be replaced
            if os.fstat(opened).st_uid == os.geteuid() and names <= NAMES:
                remove(folder, opened)


@contextmanager
def locked(folder: Path) -> Generator[int]:
    """Lock a folder and yield its file descriptor. Raises OSError if it is locked, or is a link."""
    import fcntl  # POSIX only

    opened = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
    try:
        fcntl.flock(opened, fcntl.LOCK_EX | fcntl.LOCK_NB)
        yield opened
    finally:
        os.close(opened)


def remove(folder: Path, opened: int) -> None:
    """Remove a folder and its files. Raises OSError if it has subfolders."""
    for name in os.listdir(opened):
        os.unlink(name, dir_fd=opened)
    folder.rmdir()
