"""The bodies of answers over HTTP that tell of tables and games from outside."""

from typing import Literal

from chabudai.core import Seat, Struct
from chabudai.server.wire import Level, Status


class Player(Struct):
    """Who sits in a seat, as it is said away from the table. An open seat has no name before the
    game, and in play that of the bot which keeps it.
    """

    kind: Literal["open", "guest", "bot"]
    name: str


class YourTable(Struct):
    """GET /api/tables: a table where the caller has a seat. `to_act` are the seats it waits for.

    Games that go on come first, those that wait for the caller before all.
    """

    table: str
    game: str
    status: Status
    seat: Seat
    players: tuple[Player, ...]
    to_act: tuple[Seat, ...]


class Pass(Struct):
    """POST /api/tables/TABLE/pass: a secret that gives one other browser the caller's seat.

    It stands in an invitation's place, works once, and for `left_ms` milliseconds.
    """

    secret: str
    left_ms: int


class Offer(Struct):
    """GET /api/games: a game that can be played here, and the titles of its guides by language."""

    name: str
    title: str
    seats: tuple[int, ...]
    levels: tuple[Level, ...]
    guides: dict[str, dict[str, str]]
