"""The limit on open files, and the number of connections that it allows."""

from contextlib import suppress

from chabudai.server.refusal import StartupFailed

FILES = 65_536
"""Number of open files, including sockets, to request from the system."""
RESERVE = 128
"""Open files reserved for other uses. Connections get at least a quarter of the limit."""
LEAST_FILES = 64
"""Minimum number of open files that a server needs to start."""


def raise_file_limit() -> int:
    """Raise the limit on open files to FILES, or as high as allowed. Return the new limit."""
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
    """Return the maximum number of connections. Raises StartupFailed if the limit is too low."""
    files = raise_file_limit()
    if files < LEAST_FILES:
        raise StartupFailed(
            f"Only {files} files may be open at a time, but a server needs {LEAST_FILES} or "
            "more: raise the limit (ulimit -n, or LimitNOFILE= for systemd)."
        )
    return max(files - RESERVE, files // 4)
