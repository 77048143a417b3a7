"""Error messages for databases that cannot be opened or written, with advice."""

import getpass
import os
import re
import socket

from sqlalchemy import URL

from chabudai.server.logs import code_of

PASSWORDS = (
    re.compile(r"(?<=://)(?P<before>[^:]*:).*(?=@)", re.DOTALL),
    re.compile(r"(?P<before>[?&][^=&]*pass(word)?=)[^&]*", re.IGNORECASE | re.DOTALL),
)
"""Passwords in a database's address, including those with an unescaped @."""
POOLED = (
    "its connections share sessions and lose notifications. If PgBouncer is in front of it, set "
    "pool_mode = session there"
)
"""Reason why a database cannot be used."""
PORT = 5432
"""PostgreSQL's default port."""


def masked(db: str) -> str:
    """Return a database's address without its passwords."""
    for each in PASSWORDS:
        db = each.sub(r"\g<before>***", db)
    return db


def explain_open_error(url: URL, error: Exception) -> str:
    """Return why a database cannot be opened and what to do, without the final full stop."""
    if url.get_backend_name() == "sqlite":
        return trouble(error)
    told = first_line(error)
    if isinstance(error, TypeError):
        return f"the driver rejects an option after the ? in its address: {told}"
    cause = getattr(error, "orig", None) or error
    if "pooling mode" in told:
        return POOLED
    if "rejected SSL" in told:
        return f"{told}. Without ?ssl=… in its address, the connection is not encrypted"
    if isinstance(cause, OSError):
        return unreached(url, cause) or told
    return advised(url, told, getattr(cause, "sqlstate", None) or "")


def unreached(url: URL, error: OSError) -> str | None:
    """Return why a database server does not answer, or None if the reason is unknown."""
    host = url.host or url.query.get("host") or os.environ.get("PGHOST") or "localhost"
    port = url.port or url.query.get("port") or os.environ.get("PGPORT") or PORT
    if isinstance(error, socket.gaierror):
        return f"there is no host {host} ({error.strerror})"
    several = error.errno is None and not isinstance(error, TimeoutError)
    if several or isinstance(error, ConnectionRefusedError | FileNotFoundError):
        return f"no PostgreSQL answers at {host}, port {port}"
    return None


def advised(url: URL, told: str, code: str) -> str:
    """Return PostgreSQL's error message, with advice for its error code."""
    role = url.username or os.environ.get("PGUSER") or getpass.getuser()
    match code:
        case "28P01":  # PostgreSQL does not reveal whether the role exists
            told = f"PostgreSQL requires a password for the role {role}"
            if url.password or os.environ.get("PGPASSWORD"):
                told = f"PostgreSQL has no role {role} with this password"
            return f"{told}. Set it in the environment, as PGPASSWORD"
        case "3D000":
            return f"{told}. Create it in PostgreSQL with CREATE DATABASE"
        case "42P05" | "26000":  # a prepared statement of another session, or lost with it
            return POOLED
        case "42501":
            return f"{told}. The role {role} needs a database that it owns"
        case _:
            return told


WITH_FILES = {
    "Free space on its disk, and start again": {"SQLITE_FULL", "ENOSPC", "EDQUOT"},
    "Check whether its disk is full or broken, or limits the size of files": {
        *("SQLITE_IOERR", "SQLITE_NOLFS", "EIO", "EFBIG"),
    },
    "Its disk cannot share memory or lock files, like many network disks: choose a file on a disk "
    "of this computer, or a PostgreSQL, with --db": {
        *("SQLITE_IOERR_SHMMAP", "SQLITE_IOERR_SHMOPEN", "SQLITE_IOERR_SHMLOCK"),
        *("SQLITE_IOERR_LOCK", "SQLITE_IOERR_RDLOCK", "SQLITE_IOERR_UNLOCK"),
        *("SQLITE_IOERR_CHECKRESERVEDLOCK", "SQLITE_PROTOCOL", "ESTALE"),
    },
    "Allow the server's user to write to it and to its folder, or choose another with --db": {
        *("SQLITE_READONLY", "SQLITE_CANTOPEN", "SQLITE_PERM", "SQLITE_IOERR_ACCESS"),
        *("EACCES", "EPERM", "EROFS"),
    },
    "It is damaged: restore a backup, or choose another with --db": {
        *("SQLITE_CORRUPT", "SQLITE_IOERR_CORRUPTFS", "SQLITE_IOERR_DATA"),
    },
    "If it was one, it is damaged: restore a backup, or choose another": {"SQLITE_NOTADB"},
    "Another program has locked it: end that, and start again": {
        "SQLITE_BUSY",
        "SQLITE_LOCKED",
    },
    "This computer has no memory left: end other programs, and start again": {
        *("SQLITE_NOMEM", "SQLITE_IOERR_NOMEM", "ENOMEM"),
    },
}
"""Advice about files, and the SQLite or system error codes that it applies to. A primary SQLite
code covers those of its extended codes that are not listed.
"""


def trouble(error: Exception) -> str:
    """Return a database error's message, with advice about the file."""
    code = code_of(error)
    known = {each: advice for advice, errors in WITH_FILES.items() for each in errors}
    advice = known.get(code) or known.get("_".join(code.split("_")[:2]))
    return f"{first_line(error)}. {advice}" if advice else first_line(error)


def first_line(error: Exception) -> str:
    """Return the first line of an error's message, without number, file name or statement."""
    cause = getattr(error, "orig", None) or error
    said = (isinstance(cause, OSError) and cause.strerror) or str(cause)
    return said.strip().splitlines()[0].rstrip(".") if said.strip() else "no answer"
