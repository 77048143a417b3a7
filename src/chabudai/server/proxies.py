"""Requests that a proxy has forwarded: their original form, and advice if the proxy's configuration
lacks a line.
"""

from urllib.parse import urlsplit

from starlette.requests import HTTPConnection
from starlette.types import Scope

from chabudai.server.logs import advise
from chabudai.server.public_url import PublicUrl

PASSES_HOST = "proxy_set_header Host $http_host;"
PASSES_CALLER = "proxy_set_header X-Forwarded-For $remote_addr;"
PASSES_UPGRADE = (
    "proxy_set_header Upgrade $http_upgrade; proxy_set_header Connection $http_connection;"
)
SPEAKS_HTTP_1_1 = "proxy_http_version 1.1;"
"""Lines of nginx's configuration, next to `proxy_pass`."""
NO_WEBSOCKETS = "The proxy does not pass WebSockets on, so no game can be played."
NO_CALLER = "The proxy does not name its callers, so they share one rate limit."
NO_HOST = "The proxy replaces the Host header by a name that is not the server's."


def is_proxied(scope: Scope) -> bool:
    """Whether a connection comes from a proxy whose forwarded headers are trusted."""
    return bool(scope["state"]["guard"].is_proxied)


def as_sent(scope: Scope, public: PublicUrl) -> Scope:
    """Return a request as the browser sent it: with the scheme of the public address, and without
    the path's prefix, which some proxies have already removed.
    """
    path, prefix = scope["path"], public.prefix
    if path == prefix or path.startswith(f"{prefix}/"):
        path = path[len(prefix) :] or "/"
    scheme = scope["scheme"]
    if is_proxied(scope) or names(HTTPConnection(scope), public):
        scheme = public.scheme if scope["type"] == "http" else public.scheme.replace("http", "ws")
    return {**scope, "path": path, "scheme": scheme}


def names(connection: HTTPConnection, public: PublicUrl) -> bool:
    """Whether the Host header names the public address."""
    try:
        return urlsplit(f"//{connection.headers.get('host', '')}").hostname == public.host
    except ValueError:
        return False


def check_request(connection: HTTPConnection) -> None:
    """If a browser's WebSocket request arrived as an ordinary one, log which lines the proxy's
    configuration needs.
    """
    if "sec-websocket-key" not in connection.headers:
        return
    lines = [PASSES_UPGRADE]
    if connection.scope["http_version"] == "1.0":
        lines.insert(0, SPEAKS_HTTP_1_1)
    if not names_caller(connection):
        lines.append(PASSES_CALLER)
    advise(NO_WEBSOCKETS, *lines)


def check_handshake(connection: HTTPConnection, public: PublicUrl) -> None:
    """If the proxy does not forward callers' addresses, log which line its configuration needs."""
    is_public = connection.headers.get("origin") == public.origin
    if is_public and is_proxied(connection.scope) and not names_caller(connection):
        advise(NO_CALLER, PASSES_CALLER)


def names_caller(connection: HTTPConnection) -> bool:
    """Whether a proxy has added the caller's address."""
    return "x-forwarded-for" in connection.headers
