"""A full disk for tests."""

import contextlib
import random
from collections.abc import Iterable, Iterator
from pathlib import Path


@contextlib.contextmanager
def files_of(most: int) -> Iterator[None]:
    """Simulate a full disk: this process cannot write files of more than `most` bytes."""
    import resource  # Windows has none

    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (most, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


def damage(db: Path, pages: Iterable[int]) -> None:
    """Overwrite pages of a file, counted from 1, with noise."""
    noise = random.Random(1)
    with db.open("r+b") as file:
        for page in pages:
            file.seek((page - 1) * 4096)
            file.write(noise.randbytes(4096))
