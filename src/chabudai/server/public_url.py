"""The address that people open, if a proxy or a router is in front of the server."""

import re
from dataclasses import dataclass
from typing import Literal
from urllib.parse import urlsplit

PORTS = {"http": 80, "https": 443}
"""Ports that an address does not show."""
PREFIX = re.compile(r"(/[A-Za-z0-9_~-][A-Za-z0-9._~-]*)*")
"""Paths that need no escapes, and that no browser or proxy changes."""
EXAMPLE = "https://games.example.org/"


@dataclass(frozen=True, slots=True)
class PublicUrl:
    """A public address, in parts. `host` is in lower case. If it is an IPv6 address, it has no
    brackets. `port` is always a number. `prefix` is "" or a path without a trailing slash, such as
    "/games".
    """

    scheme: Literal["http", "https"]
    host: str
    port: int
    prefix: str = ""

    @property
    def netloc(self) -> str:
        """The host, with the port unless it is the scheme's default, as in a browser's Host
        header.
        """
        host = f"[{self.host}]" if ":" in self.host else self.host
        return host if self.port == PORTS[self.scheme] else f"{host}:{self.port}"

    @property
    def origin(self) -> str:
        """The origin of its pages, such as "https://games.example.org", as in the Origin header."""
        return f"{self.scheme}://{self.netloc}"

    def __str__(self) -> str:
        """Return the address, with a trailing slash."""
        return f"{self.origin}{self.prefix}/"


def parse(text: str) -> PublicUrl:
    """Parse a public address. Raises ValueError if it is invalid."""
    try:
        parts = urlsplit(text)
        port = parts.port
        host = (parts.hostname or "").rstrip(".").encode("idna").decode()
    except ValueError:
        raise ValueError(f"{text} is not an address: give one like {EXAMPLE}.") from None
    if (
        parts.scheme not in ("http", "https")
        or not host
        or port == 0
        or re.search(r"[\s\\%*]", text)
    ):
        raise ValueError(f"{text} is not an address: give one like {EXAMPLE}.")
    if "@" in parts.netloc:
        raise ValueError("The public address contains a name or a password: leave it out.")
    if parts.query or parts.fragment or text.endswith(("?", "#")):
        raise ValueError(f"{text} has more than a path: leave out everything from ? or # on.")
    path = parts.path or "/"
    if not path.endswith("/"):
        raise ValueError(f"{text} needs a slash at its end: {text}/.")
    if not PREFIX.fullmatch(path[:-1]):
        raise ValueError(
            f"{text} has an unusual path: give names of letters, digits, hyphens, dots and "
            "underscores, with a slash between two."
        )
    scheme: Literal["http", "https"] = "https" if parts.scheme == "https" else "http"
    return PublicUrl(scheme, host, port or PORTS[scheme], path[:-1])
