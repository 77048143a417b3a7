"""Why a database cannot be opened, and what to do about it, in sentences."""

import getpass
import os
import socket
from collections.abc import Callable, Mapping

from sqlalchemy import URL

PORT = 5432
"""PostgreSQL's usual one."""


def why_closed(url: URL, error: Exception) -> str:
    """Why the database of this address cannot be opened: what was wrong, and what to do if that can
    be told, each a sentence without its full stop at the end.
    """
    told = first_line(error)
    if url.get_backend_name() == "sqlite":
        return told
    if isinstance(error, TypeError):
        return f"its address has something after the ? that the driver does not take: {told}"
    cause = getattr(error, "orig", None) or error
    if "rejected SSL" in told:
        return f"{told}. Without ?ssl=… in its address it is reached unencrypted"
    if isinstance(cause, OSError):
        return unreached(url, cause) or told
    advise = ADVICE.get(getattr(cause, "sqlstate", None) or "")
    return advise(url, told) if advise else told


def unreached(url: URL, error: OSError) -> str | None:
    """Why nothing answers at an address; None: for no reason that is known here."""
    host = url.host or url.query.get("host") or os.environ.get("PGHOST") or "localhost"
    port = url.port or url.query.get("port") or os.environ.get("PGPORT") or PORT
    if isinstance(error, socket.gaierror):
        return f"there is no host {host} ({error.strerror})"
    several = error.errno is None and not isinstance(error, TimeoutError)
    if several or isinstance(error, ConnectionRefusedError | FileNotFoundError):
        return f"no PostgreSQL answers at {host}, port {port}"
    return None


def against_password(url: URL, told: str) -> str:
    """A role and its password do not fit. PostgreSQL does not say whether there is such a role."""
    if url.password or os.environ.get("PGPASSWORD"):
        told = f"PostgreSQL has no role {role_of(url)} with this password"
    else:
        told = f"PostgreSQL wants a password of the role {role_of(url)}"
    return f"{told}. It belongs in the environment, as PGPASSWORD"


def against_name(url: URL, told: str) -> str:
    """There is no such database."""
    return f"{told}. In PostgreSQL, CREATE DATABASE makes it"


def against_tables(url: URL, told: str) -> str:
    """The role may not make tables."""
    return f"{told}. The role {role_of(url)} needs a database that it owns"


ADVICE: Mapping[str, Callable[[URL, str], str]] = {
    "28P01": against_password,
    "3D000": against_name,
    "42501": against_tables,
}
"""What is said to a refusal by PostgreSQL, by its code."""


def role_of(url: URL) -> str:
    """As whom one comes to a PostgreSQL."""
    return url.username or os.environ.get("PGUSER") or getpass.getuser()


def first_line(error: Exception) -> str:
    """The message of a database error, without the statement that caused it."""
    cause = getattr(error, "orig", None) or error
    return str(cause).strip().splitlines()[0].rstrip(".") if str(cause).strip() else "no answer"
