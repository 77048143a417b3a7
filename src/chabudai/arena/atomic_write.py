"""Files that are written completely or not at all, even if the disk is full or the process is
killed.
"""

import errno
import io
import os
from collections.abc import Generator
from contextlib import contextmanager, suppress
from glob import escape
from pathlib import Path


@contextmanager
def whole(file: Path) -> Generator[Path]:
    """Yield a temporary path to write to, and rename it over `file` on success. On error, delete it
    and leave `file` unchanged. If the process is killed, the next write of the file removes the
    leftovers.

    A special file, such as a pipe, is written directly. Raises OSError with the file's name.
    """
    if file.exists() and not file.is_file():
        yield file
        return
    try:
        place = file.resolve()
    except RuntimeError:  # before Python 3.13
        raise OSError(errno.ELOOP, os.strerror(errno.ELOOP), str(file)) from None
    start = f".{place.stem[:100]}.chabudai-"
    beside = place.with_name(f"{start}{os.getpid()}{place.suffix}")
    try:
        with locked(beside):
            for left in place.parent.glob(f"{escape(start)}*{escape(place.suffix)}"):
                with suppress(OSError), locked(left):
                    if left.lstat().st_uid == beside.lstat().st_uid:
                        left.unlink()
            yield beside
            beside.replace(place)
    except BaseException as error:
        with suppress(OSError):
            beside.unlink()
        if isinstance(error, OSError):
            error.filename = str(file)
        raise


@contextmanager
def locked(file: Path) -> Generator[None]:
    """Create a file, and lock it during the block. Raises OSError if it is already locked, or is a
    link.
    """
    if os.name != "posix":
        yield
        return
    import fcntl  # POSIX only

    opened = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_NOFOLLOW | os.O_NONBLOCK, 0o666)
    try:
        fcntl.flock(opened, fcntl.LOCK_EX | fcntl.LOCK_NB)
        yield
    finally:
        os.close(opened)


def write_whole(file: Path, data: bytes) -> None:
    """Write a file. On error, raises OSError and leaves the file unchanged."""
    with whole(file) as beside:
        beside.write_bytes(data)


def write_on(file: io.FileIO, data: bytes) -> None:
    """Write all of `data` at the current position of a file, and truncate the rest. On error,
    restore the file's length, or delete the file if it was empty, and raise OSError.
    """
    before, rest = os.fstat(file.fileno()).st_size, memoryview(data)
    try:
        while rest:
            rest = rest[file.write(rest) :]
        file.truncate()
    except OSError:
        file.truncate(before)
        if not before:
            Path(os.fsdecode(file.name)).unlink()
        raise
