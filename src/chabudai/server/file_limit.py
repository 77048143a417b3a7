"""The limit on open files, and how many of them may be connections."""

from contextlib import suppress

from chabudai.server.refusal import StartupFailed

FILES = 65_536
"""Open files to request from the system, sockets included."""
RESERVE = 128
"""Open files reserved for other uses. Connections still get a quarter of a low limit."""
LEAST_FILES = 64
"""Minimum number of open files for a server to start."""


def raise_file_limit() -> int:
    """Raise the limit on open files to FILES, or as near to it as allowed. Return the limit."""
    try:
        import resource
    except ImportError:  # Windows has no such limit
        return FILES
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = FILES if hard == resource.RLIM_INFINITY else min(FILES, hard)
    if soft != resource.RLIM_INFINITY and soft < most:
        with suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
            soft = most
    return FILES if soft == resource.RLIM_INFINITY else soft


def room_for_connections() -> int:
    """Return how many connections may be open. Raises StartupFailed if there are too few files."""
    files = raise_file_limit()
    if files < LEAST_FILES:
        raise StartupFailed(
            f"Only {files} files may be open at a time, but a server needs {LEAST_FILES} or "
            "more: raise the limit (ulimit -n, or LimitNOFILE= for systemd)."
        )
    return max(files - RESERVE, files // 4)
