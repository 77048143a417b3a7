"""Open a table at a running server for somebody who then sits down by a link."""

from urllib.error import HTTPError, URLError
from urllib.request import Request, urlopen

import msgspec

from chabudai.cli.errors import Unusable
from chabudai.core import AnyGame, Struct
from chabudai.core.command import reason

PATIENCE = 10
"""Seconds to wait for an answer."""


class Opened(msgspec.Struct):
    """What is read of the answer to a new table."""

    table: str


class Pass(msgspec.Struct):
    """What is read of a pass."""

    secret: str


class Problem(msgspec.Struct):
    """Why a server refuses."""

    text: str


def check_address(server: str) -> None:
    """Raise Unusable for what is no address of a server."""
    if not server.startswith(("http://", "https://")):
        raise Unusable(f"A server is written http://ADDRESS:PORT, not {server!r}.")


def open_table(server: str, game: AnyGame, seats: int, options: Struct) -> str:
    """Open a table with bots in the other seats; the link that gives its first seat, once.

    Raises Unusable.
    """
    base = server.rstrip("/")
    order = {"game": game.name, "name": "Designer", "seats": seats, "options": options}
    bots = [*game.bots][1:2] * (seats - 1)
    body, cookie = asked(f"{base}/api/tables", {**order, "bots": bots})
    table = msgspec.json.decode(body, type=Opened).table
    secret = cookie.partition(";")[0].partition("=")[2]
    body, _ = asked(f"{base}/api/tables/{table}/pass", {}, secret)
    return f"{base}/j/{table}#{msgspec.json.decode(body, type=Pass).secret}"


def asked(url: str, document: dict[str, object], secret: str = "") -> tuple[bytes, str]:
    """The answer to a document, and the cookie it sets. Raises Unusable."""
    headers = {"Content-Type": "application/json"}
    if secret:
        headers["Authorization"] = f"Bearer {secret}"
    request = Request(url, msgspec.json.encode(document), headers)  # noqa: S310 - http, as checked
    try:
        with urlopen(request, timeout=PATIENCE) as answer:  # noqa: S310 - the same
            return answer.read(), answer.headers.get("Set-Cookie", "")
    except HTTPError as error:
        with error:
            raise Unusable(f"The server refuses: {refusal(error.read())}") from None
    except (URLError, OSError, ValueError) as error:
        why = getattr(error, "reason", error)
        shown = reason(why) if isinstance(why, Exception) else str(why)
        raise Unusable(f"{url} cannot be reached: {shown}.") from None


def refusal(body: bytes) -> str:
    """What a server says, as far as it says it as ours do."""
    try:
        return msgspec.json.decode(body, type=Problem).text
    except (msgspec.MsgspecError, UnicodeDecodeError):
        return "it is no chabudai."
