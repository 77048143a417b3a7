"""The WebSocket messages for requests that other guests must agree to."""

from typing import Literal, TypeAlias

from chabudai.core import Seat, Struct
from chabudai.server.protocol.private_tables import Id

HOST_AWAY_MS = 600_000
"""Milliseconds of the host's absence after which another guest may ask to become the host."""

IDLE_MS = 180_000
"""Milliseconds after which others may let a bot move for an idle guest (`NUDGE_AFTER_MS`)."""

RequestKind: TypeAlias = Literal["host", "seat", "move"]
"""Kinds of requests that others must agree to: to become the host, to get a seat, or to let a bot
make a move.
"""


class Request(Struct, tag="request"):
    """Ask the guests who are present for their agreement. Impossible in a silent game.

    "host": the caller becomes the host. `seat` is the current host, who must have been away for
    HOST_AWAY_MS. All others must agree.

    "seat": the caller was the guest in `seat`, and cannot prove it. That guest must have been away
    for AWAY_MS, and the game must not have begun. The host must agree, or all others if the host is
    away. A guest without a seat uses `POST /api/tables/TABLE/claim`, even during the game.

    "move": a bot plays for the guest in `seat`, who is present and has been idle for IDLE_MS, until
    the seat owes no move. All others must agree, except other idle guests. Any command from the
    guest ends the request.
    """

    id: Id
    kind: RequestKind
    seat: Seat


class Agree(Struct, tag="agree"):
    """Agree to a request (`Requested.number`). The request is carried out when the last missing
    agreement arrives.
    """

    id: Id
    number: int


class Decline(Struct, tag="decline"):
    """Decline a request, which ends it, or withdraw the caller's own."""

    id: Id
    number: int


class Requested(Struct):
    """A request that is waiting for agreement (`Request`). `name` is the asker's name, and `by` the
    asker's seat, if any. `asked` lists the seats whose agreement is missing.
    """

    number: int
    kind: RequestKind
    seat: Seat
    name: str
    by: Seat | None
    asked: tuple[Seat, ...]


class Hosted(Struct, tag="hosted"):
    """An event that can occur in every game: `seat` became the host. `by` is the previous host if
    that guest made the change.
    """

    seat: Seat
    by: Seat | None = None


class Rejoined(Struct, tag="rejoined"):
    """An event that can occur in every game except silent ones: the players agreed that another
    browser belongs to the guest in `seat`.
    """

    seat: Seat
