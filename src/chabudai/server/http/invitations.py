"""Access to the caller's own seats: the list of a browser's tables, and passes for other browsers
of the same owner.
"""

from contextlib import suppress
from typing import Any, Literal

from msgspec.structs import replace
from starlette.requests import Request
from starlette.responses import Response

from chabudai.core import Seat, Struct
from chabudai.server import credentials
from chabudai.server.http.responses import Json, address, body, table_at
from chabudai.server.limits import Address
from chabudai.server.protocol import Status
from chabudai.server.refusal import Refused
from chabudai.server.services import Services
from chabudai.server.store.commit import PassUsed
from chabudai.server.store.rows import CorruptRow, read_sitting
from chabudai.server.tables.decide import Call, Change, Table, TableSetup
from chabudai.server.tables.decide.lobby import add_device
from chabudai.server.tables.decide.sharing import hand_at, seats_of
from chabudai.server.tables.live import LiveTable

MOST_TABLES = 30
"""Maximum number of tables listed for one browser."""
PASS_MS = 10 * 60 * 1000
"""Milliseconds until a pass expires."""


class Player(Struct):
    """The player in a seat, for the list of tables. `name` is empty for an open seat before the
    game. During the game it is the name of the bot that plays for the seat.
    """

    kind: Literal["open", "guest", "bot"]
    name: str


class YourTable(Struct):
    """GET /api/tables: the current table of one of the caller's parties, or a daily deal. `to_act`
    lists the seats that owe a move. `seat` is None if the caller has had a seat only at an earlier
    table. `party` is None for a daily deal. Tables that are waiting for the caller come first, then
    other games in progress.
    """

    table: str
    game: str
    status: Status
    seat: Seat | None
    players: tuple[Player, ...]
    to_act: tuple[Seat, ...]
    party: str | None


class Pass(Struct):
    """POST /api/tables/TABLE/pass: a secret that gives one other browser the caller's seat. It is
    used like an invitation, works once, and is valid for `left_ms` milliseconds.
    """

    secret: str
    left_ms: int


class PassFor(Struct):
    """POST /api/tables/TABLE/pass: the seat, if several players share the caller's browser, or None
    for the caller's only seat.
    """

    seat: Seat | None = None


async def your_tables(services: Services, request: Request) -> Response:
    """GET /api/tables: the current tables of the caller's parties, and the caller's daily deals."""
    services.check_rate("drawings", address(request))
    guest = credentials.guest_of(request)
    if guest is None:
        return Json([])
    rows, owing = await services.store.tables_of(guest, MOST_TABLES)
    yours: list[YourTable] = []
    for row in rows:
        # Skip tables that are damaged or whose game is no longer installed.
        with suppress(CorruptRow):
            sitting = read_sitting(row)
            if sitting.is_removed(guest) or guest in sitting.withdrawn:
                continue
            yours.append(your_table(row, sitting, guest, tuple(sorted(owing.get(row.id, ())))))
    return Json(sorted(yours, key=lambda table: table.seat not in table.to_act))


def your_table(row: Any, sitting: TableSetup, guest: str, to_act: tuple[Seat, ...]) -> YourTable:
    """Return a list entry for a guest's table."""
    places = sitting.places
    seat = next((seat for seat, place in enumerate(places) if guest in place.guests), None)
    players = tuple(Player(place.kind, place.name) for place in places)
    party = None if sitting.daily else sitting.party or row.id
    return YourTable(row.id, row.game, row.status, seat, players, to_act, party)


async def new_pass(services: Services, request: Request) -> Response:
    """POST /api/tables/TABLE/pass: create a pass for the caller's seat."""
    services.check_rate("drawings", address(request))
    guest = credentials.guest_of(request)
    live = await table_at(services, request)
    hands = credentials.hands_of(guest)
    if not seats_of(live.table, hands):
        raise Refused("not-your-seat", "You have no seat at this table.")
    if (wanted := (await body(request, PassFor)).seat) is not None:
        guest = hand_at(live.table, hands, wanted)
    if guest is None or live.table.seat_of(guest) is None:
        raise Refused("not-your-seat", "You have no seat at this table.")
    sources = services.sources
    secret, now = sources.token(16), sources.now()
    await services.store.put_pass(
        credentials.digest(secret), live.table.id, guest, now + PASS_MS, now
    )
    return Json(Pass(secret, PASS_MS))


async def use_pass(
    services: Services, live: LiveTable, secret: str, guest: str, caller: Address
) -> bool:
    """Give a guest access to the seat that a pass belongs to, and mark the pass as used in the same
    step. Return False if the pass is invalid. Raises Refused if the pass's maker has lost the seat.
    """
    sources, digest = services.sources, credentials.digest(secret)
    owner = await services.store.pass_maker(digest, live.table.id, sources.now())
    if owner is None:
        return False
    call = Call(0, f"device:{sources.token(12)}", sources.now(), sources)

    def decide(table: Table) -> Change:
        seat = table.seat_of(owner)
        if seat is None:
            raise Refused("wrong-secret", "Someone else has this seat now.")
        return replace(add_device(table, replace(call, seat=seat), guest), uses=digest)

    with suppress(PassUsed):
        await live.submit(call.cmd, decide, caller)
        return True
    return False
