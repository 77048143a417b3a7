"""The messages of several players who share one browser."""

from typing import Annotated

from msgspec import Meta

from chabudai.core import Seat, Struct
from chabudai.server.protocol.bodies import Name
from chabudai.server.protocol.private_tables import Id


class AddPlayer(Struct):
    """POST /api/tables/TABLE/players: seat another player on the caller's browser."""

    name: Name


class Uncover(Struct, tag="uncover"):
    """Say who is looking: the player in `seat`, who plays in this browser. The WebSocket then shows
    that seat and makes its moves. News begins after step `since`, in the seat's numbering.
    """

    id: Id
    seat: Seat
    since: Annotated[int, Meta(ge=0)] = 0


class Cover(Struct, tag="cover"):
    """Close the curtain: the WebSocket shows no view until the next Uncover. Only in a game with
    hidden facts, and if several players share the browser.
    """

    id: Id
