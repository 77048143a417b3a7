"""The limit on open files, and how many of them may be connections."""

from contextlib import suppress

from chabudai.server.refusal import CannotStart

FILES = 65_536
"""How many files are wanted to be open at once, sockets included; the system may allow fewer."""
RESERVE = 128
"""How many of them are not for connections, where so many are allowed that most are left."""
LEAST_FILES = 64
"""With fewer a server does not start."""


def raise_file_limit() -> int:
    """Raise the number of files that may be open as far as is useful. Returns how many may be."""
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
    """How many connections may be open at once. Raises CannotStart where too few files may be."""
    files = raise_file_limit()
    if files < LEAST_FILES:
        raise CannotStart(
            f"Only {files} files may be open at once here, and a server needs {LEAST_FILES} or "
            "more: raise that limit (ulimit -n, or LimitNOFILE= for systemd)."
        )
    return max(files - RESERVE, files // 4)
