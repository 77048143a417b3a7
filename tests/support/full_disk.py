"""A full disk for tests."""

import contextlib
from collections.abc import Iterator


@contextlib.contextmanager
def files_of(most: int) -> Iterator[None]:
    """Simulate a full disk: no file that this process writes grows beyond `most` bytes."""
    import resource  # Windows has none

    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (most, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
