"""Validation of Host and Origin: the name by which the server was called, and from which page.

Browsers send both headers with every request that a page of another site could have caused.
"""

import socket
from urllib.parse import urlsplit

from starlette.requests import HTTPConnection

from chabudai.server import credentials
from chabudai.server.limits import plain

COMPUTER = socket.gethostname().lower()
"""The name of this computer."""
OWN_NAMES = frozenset({"localhost", COMPUTER, f"{COMPUTER}.local"})
"""Host names that every server accepts."""


def is_own_name(host: str, names: frozenset[str]) -> bool:
    """Whether a Host header names this server: an IP address, this computer, or one of `names`. Any
    other name may be DNS rebinding: a site's name that resolves to this server.
    """
    try:
        name = (urlsplit(f"//{host}").hostname or "").rstrip(".")
    except ValueError:
        return False
    return plain(name) is not None or name in OWN_NAMES or name in names


def is_own_origin(origin: str, connection: HTTPConnection) -> bool:
    """Whether an Origin header is of this server, by the name used in the request or handshake."""
    host = connection.headers.get("host", "")
    return origin in (f"http://{host}", f"https://{host}")


def is_own_page(connection: HTTPConnection) -> bool:
    """Whether a connection comes from a page of this server, or from a program with a token.
    Without an Origin, a cookie proves nothing: another site may have caused the request.
    """
    origin = connection.headers.get("origin")
    if origin is None:
        cookie = credentials.cookie_name(connection.scope["scheme"])
        return credentials.token_of(connection) is not None or cookie not in connection.cookies
    return is_own_origin(origin, connection)
