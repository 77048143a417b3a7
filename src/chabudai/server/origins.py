"""Validation of the Host and Origin headers, which name the server and the page that called it.

Browsers send both headers with every request that another site's page could have caused.
"""

import socket
from urllib.parse import urlsplit

from starlette.requests import HTTPConnection

from chabudai.server import credentials
from chabudai.server.limits import plain
from chabudai.server.logs import advise

COMPUTER = socket.gethostname().lower()
"""The name of this computer."""
OWN_NAMES = frozenset({"localhost", COMPUTER, f"{COMPUTER}.local"})
"""Host names that every server accepts."""


NO_ADDRESS = (
    "A page at another address has called this server. If that is a proxy's address for it, set "
    "CHABUDAI_PUBLIC_URL."
)


def is_own_name(host: str, names: frozenset[str]) -> bool:
    """Whether a Host header names this server: an IP address, this computer, or one of `names`. Any
    other name may be part of a DNS rebinding attack, where a site's name resolves to this server.
    """
    try:
        name = (urlsplit(f"//{host}").hostname or "").rstrip(".")
    except ValueError:
        return False
    return plain(name) is not None or name in OWN_NAMES or name in names


def is_own_origin(origin: str, connection: HTTPConnection) -> bool:
    """Whether an Origin header names this server, by the name used in the request or handshake, or
    by its public address.
    """
    host, public = connection.headers.get("host", ""), credentials.public_url(connection)
    own = (f"http://{host}", f"https://{host}")
    return origin in own or (public is not None and origin == public.origin)


def is_own_page(connection: HTTPConnection) -> bool:
    """Whether a connection comes from this server's page, or from a program. If a request has a
    cookie but no Origin, another site may have caused it.

    Only browsers set Sec-Fetch-Site, and it is correct even if a proxy has replaced the Host
    header.
    """
    if connection.headers.get("sec-fetch-site") == "same-origin":
        return True
    origin = connection.headers.get("origin")
    if origin is None:
        cookie = credentials.cookie_name(connection)
        return credentials.token_of(connection) is not None or cookie not in connection.cookies
    is_own = is_own_origin(origin, connection)
    if not is_own and credentials.public_url(connection) is None:
        advise(NO_ADDRESS)
    return is_own
