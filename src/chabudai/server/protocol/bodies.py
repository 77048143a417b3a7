"""The bodies of HTTP requests and responses."""

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Raw, field

from chabudai.core import Seat, Struct
from chabudai.server.names import LONGEST_SENT
from chabudai.server.refusal import Code, FileFault

Name: TypeAlias = Annotated[str, Meta(min_length=1, max_length=LONGEST_SENT)]
Level: TypeAlias = Literal["easy", "normal", "hard", "expert"]


class NewTable(Struct):
    """POST /api/tables. `bots` lists the levels of the bots, which take the seats from 1 on.
    `begin` starts the game immediately.

    `seats` is the initial number of seats, or None for the smallest that the options allow. The
    lobby grows as guests join.
    """

    game: str
    name: Name
    seats: int | None = None
    options: Raw = field(default_factory=lambda: Raw(b"{}"))
    bots: tuple[Level, ...] = ()
    begin: bool = False


class Seated(Struct):
    """`seat` is the caller's seat at `table`, or None for a spectator. The cookie set with the
    response is the key to the seat.

    `invite` is the link's secret, sent only to the host, and only when the table is created. A link
    that replaces it is sent as an `Invitation`.
    """

    table: str
    seat: Seat | None
    invite: str | None


class Join(Struct):
    """POST /api/join, with the secret of a link or pass, or with the code. An open seat may be
    taken before and during the game. A guest who is waiting for a seat needs only `table`.
    """

    name: Name
    table: str | None = None
    secret: Annotated[str, Meta(max_length=64)] | None = None
    code: Annotated[str, Meta(pattern="^[0-9]{4}([0-9]{2})?$")] | None = None


class Claim(Struct):
    """POST /api/tables/TABLE/claim: ask for a seat that belongs to the caller, who cannot prove it.
    The caller must be waiting for a seat. `seat` is None to withdraw the request.
    """

    seat: Seat | None


class Problem(Struct):
    """The body of every HTTP error. If `code` is "no-seat", `table` is full but can be watched."""

    code: Code
    text: str
    table: str | None = None
    why: FileFault | None = None
