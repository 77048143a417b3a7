"""Which web pages may call the server."""

from starlette.requests import HTTPConnection


def is_own_origin(origin: str | None, host: str, others: frozenset[str]) -> bool:
    """Whether an Origin header is of this server's pages or one of `others`, or is absent.

    Browsers send it with every request that another site could have caused. `host` is the Host
    header.
    """
    return origin is None or origin in (f"http://{host}", f"https://{host}") or origin in others


def is_own_page(connection: HTTPConnection, others: frozenset[str]) -> bool:
    """Whether a request or a WebSocket comes from a page that may call this server."""
    headers = connection.headers
    return is_own_origin(headers.get("origin"), headers.get("host", ""), others)
