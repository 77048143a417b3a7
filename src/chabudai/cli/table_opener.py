"""Tables opened on a running server, with a link to the first seat."""

import msgspec

from chabudai.cli.http_client import post
from chabudai.core import AnyGame, Struct


class Opened(msgspec.Struct):
    """The fields that are read from the server's answer to a request for a table."""

    table: str


class Pass(msgspec.Struct):
    """The fields that are read from the server's answer to a request for a pass."""

    secret: str


def open_table(base: str, game: AnyGame, seats: int, options: Struct, lang: str) -> str:
    """Open a table with bots in the other seats. Return a one-time link to its first seat.

    Raises Unusable.
    """
    order = {"game": game.name, "name": "Designer", "seats": seats, "options": options}
    bots = [*game.bots][1:2] * (seats - 1)
    opened, token = post(base, "/api/tables", {**order, "bots": bots}, Opened, "", lang)
    given, _ = post(base, f"/api/tables/{opened.table}/pass", {}, Pass, token, lang)
    return f"{base}/j/{opened.table}#{given.secret}"
