"""The WebSocket messages about who plays in a seat, and about absent guests."""

from chabudai.core import Seat, Struct
from chabudai.server.protocol.bodies import Level, Name
from chabudai.server.protocol.private_tables import Id

AWAY_MS = 30_000
"""Milliseconds of a guest's absence after which any seat may request a bot or a skip."""


class SeatBot(Struct, tag="seat-bot"):
    """The host, before and during the game: seat a bot in an open seat, or change a bot's level. In
    the lobby, a `seat` one above the last adds a seat if the options allow another player.
    """

    id: Id
    seat: Seat
    level: Level


class Vacate(Struct, tag="vacate"):
    """The host, before and during the game: open a seat other than the host's own. The seat's guest
    is removed, and may only watch until `Readmit`. The server replaces the link and the code, and
    sends the host the new link (`Invitation`). During the game a bot plays until a guest
    takes the seat.
    """

    id: Id
    seat: Seat


class Readmit(Struct, tag="readmit"):
    """The host, before and during the game: allow a removed guest to take a seat again. Nothing
    changes unless `name` is one of `Lobby.removed`.
    """

    id: Id
    name: Name


class MakeHost(Struct, tag="make-host"):
    """The host, except in a silent game: make another guest who is present the host."""

    id: Id
    seat: Seat


class Substitute(Struct, tag="substitute"):
    """During the game: a bot of this level plays for an absent guest until the guest returns.

    The host may request this immediately, and other seats once the guest has been away for AWAY_MS.
    """

    id: Id
    seat: Seat
    level: Level


class Skip(Struct, tag="skip"):
    """During the game: make the moves that an absent guest owes, up to the end of the turn, as if
    the clock had run out. Allowed for the same seats as Substitute. `head` is as in Act.
    """

    id: Id
    seat: Seat
    head: int


class Leave(Struct, tag="leave"):
    """Leave the table. Before the game the seat becomes open. During the game a bot of this level
    plays until the guest returns.
    """

    id: Id
    level: Level = "normal"


class Return(Struct, tag="return"):
    """Take the caller's own seat back from a bot, or answer a nudge. A new WebSocket or a move also
    takes the seat back, and any command answers a nudge.
    """

    id: Id


class Invitation(Struct, tag="invitation"):
    """The secret of the new link, and its number (`Lobby.invitation`). Sent once, before the answer
    to the Vacate that replaced the link, and only on the WebSocket that sent Vacate.
    """

    secret: str
    number: int


class Rename(Struct, tag="rename"):
    """Change the caller's name at this table."""

    id: Id
    name: Name
