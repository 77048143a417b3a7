"""Requests that other guests must agree to: to become the host, to get a seat back, or to let a bot
make an idle guest's move. Pure functions.

Each kind of request has an entry in `KINDS`. A request is carried out in the same step as the last
missing agreement, or by the server once all guests who have not agreed are away. The server drops a
request that is no longer possible, for instance because the guest has returned. No request exists
during a silent game, since it would be a signal.
"""

from collections.abc import Callable
from typing import NamedTuple

from msgspec.structs import replace

from chabudai.core import Seat, Struct
from chabudai.server import protocol
from chabudai.server.refusal import Refused
from chabudai.server.tables.decide import (
    Call,
    Change,
    DropRequests,
    Host,
    OpenRequest,
    Rejoin,
    Table,
    absence,
    lobby_step,
    put_place,
)
from chabudai.server.tables.decide.idle import is_idle, move_of_idle_guest
from chabudai.server.tables.decide.lobby import (
    MOST_DEVICES,
    check_not_removed,
    check_seats_change,
    opened_seat,
    place_at,
    stand_in_level,
    waiting_guests,
    without_waiting,
)

MOST_REQUESTS = 24
"""Maximum number of requests that are stored. Earlier ones are dropped."""
OPEN_MS = 600_000
"""Milliseconds until an open request ends."""
AGAIN_MS = 60_000
"""Milliseconds after which a request that was declined may be repeated."""


class Kind(NamedTuple):
    """A kind of request. `check(table, call, request, least_ms)` raises Refused if the request is
    not possible. The guest in `request.seat` must have been away or idle for `least_ms`, which is
    `absence_ms` when the request is made, and 0 later. `carry_out` returns the change that was
    agreed to.
    """

    absence_ms: int
    check: Callable[[Table, Call, OpenRequest, int], None]
    carry_out: Callable[[Table, Call, OpenRequest], Change]


# --- becoming the host ------------------------------------------------------------------------


def make_host(table: Table, call: Call, command: protocol.MakeHost) -> Change:
    """Make another guest who is present the host. Raises Refused."""
    check_host_changes(table)
    place = place_at(table, command.seat)
    if place.kind != "guest" or place.left or command.seat == call.seat:
        raise Refused("not-now", "That seat cannot be the host.")
    if call.away[command.seat] is not None:
        raise Refused("not-now", "{name} is away.", name=place.name)
    return lobby_step(table, call, command, replace(table.sitting, host=command.seat))


def check_host_changes(table: Table) -> None:
    """Raise Refused in a silent game."""
    if table.is_silent:
        raise Refused(
            "not-now", "This game is played in silence: the host cannot change before its end."
        )


def check_host(table: Table, call: Call, request: OpenRequest, least_ms: int) -> None:
    """Raise Refused unless the asker may become the host in place of an absent one."""
    check_host_changes(table)
    sitting = table.sitting
    own = asker_seat(table, call, request)
    if request.seat != sitting.host or own == sitting.host:
        raise Refused("not-now", "{name} is not the host.", name=sitting.places[request.seat].name)
    check_away(table, call, request.seat, least_ms)


def become_host(table: Table, call: Call, request: OpenRequest) -> Change:
    """Make the asker the host."""
    own = asker_seat(table, call, request)
    return lobby_step(table, call, Host(own), replace(table.sitting, host=own))


def asker_seat(table: Table, call: Call, request: OpenRequest) -> Seat:
    """Return the asker's seat. Raises Refused if the asker has no seat, has left or is away."""
    own = table.seat_of(request.guest)
    if own is None or table.sitting.places[own].left:
        raise Refused("not-your-seat", "You have no seat at this table.")
    if (call.away[own] or 0) >= protocol.AWAY_MS:
        raise Refused("not-now", "{name} is away.", name=table.sitting.places[own].name)
    return own


# --- getting a seat ---------------------------------------------------------------------------


def check_claim(table: Table, call: Call, request: OpenRequest, least_ms: int) -> None:
    """Raise Refused unless the asker may take over the seat of an absent guest."""
    check_invited(table, request.guest)
    check_seats_change(table)
    if table.sitting.places[request.seat].kind != "guest":
        raise Refused("not-now", "No player sits there.")
    if table.seat_of(request.guest) is not None:
        asker_seat(table, call, request)
        if table.sitting.status != "lobby":
            raise Refused("not-now", "You have a seat already.")
    check_away(table, call, request.seat, least_ms)


def check_invited(table: Table, guest: str) -> None:
    """Raise Refused unless a guest has a seat or is waiting for one. The refusal reveals nothing
    else to strangers.
    """
    check_not_removed(table, guest)
    if table.seat_of(guest) is None and not table.sitting.is_waiting(guest):
        raise Refused("not-your-seat", "Open the link or type the code first.")


def give_seat(table: Table, call: Call, request: OpenRequest) -> Change:
    """Give the asker's browsers access to the seat. The asker's own seat becomes open."""
    sitting, place = table.sitting, table.sitting.places[request.seat]
    own = table.seat_of(request.guest)
    guests = waiting_guests(sitting, request.guest) if own is None else sitting.places[own].guests
    if own is not None:
        host = request.seat if sitting.host == own else sitting.host
        sitting = put_place(replace(sitting, host=host), own, opened_seat(sitting.places[own]))
    devices = (*place.devices, *guests)[-MOST_DEVICES:]
    shared = replace(place, devices=devices, left=False)
    sitting = put_place(without_waiting(sitting, guests), request.seat, shared)
    return lobby_step(table, call, Rejoin(request.seat, request.guest), sitting)


# --- a bot for one move -----------------------------------------------------------------------


def check_move(table: Table, call: Call, request: OpenRequest, least_ms: int) -> None:
    """Raise Refused unless a bot may make the move of a guest who has been idle since the
    request.
    """
    if asker_seat(table, call, request) == request.seat:
        raise Refused("not-now", "That is your own move.")
    if move_of_idle_guest(table, call, request.seat, least_ms).at >= request.at:
        raise Refused("not-now", "{name} is back.", name=table.sitting.places[request.seat].name)


def let_bot_move(table: Table, call: Call, request: OpenRequest) -> Change:
    """Make a bot play for the guest until the seat owes no move."""
    seat, level = request.seat, stand_in_level(table.game)
    place = absence.by_bot(table, call, table.sitting.places[seat], level)
    sitting = put_place(table.sitting, seat, replace(place, once=True))
    command = protocol.Substitute(call.cmd, seat, level)
    return absence.replayed(table, call, command, seat, sitting)


KINDS: dict[protocol.RequestKind, Kind] = {
    "host": Kind(protocol.HOST_AWAY_MS, check_host, become_host),
    "seat": Kind(protocol.AWAY_MS, check_claim, give_seat),
    "move": Kind(protocol.IDLE_MS, check_move, let_bot_move),
}
"""The conditions and the effect of each kind of request."""


def check_away(table: Table, call: Call, seat: Seat, least_ms: int) -> None:
    """Raise Refused unless a guest has been away for `least_ms`."""
    away, name = call.away[seat], table.sitting.places[seat].name
    if away is None:
        raise Refused("not-now", "{name} is here.", name=name)
    if away < least_ms:
        raise Refused("not-now", "{name} may be back in a moment.", name=name)


# --- asking and answering ---------------------------------------------------------------------


def ask(table: Table, call: Call, command: protocol.Request) -> Change:
    """Make a seated guest's request. Raises Refused."""
    return request_by(table, call, command, table.sitting.places[call.seat].guest)


def claim(table: Table, call: Call, guest: str, seat: Seat) -> Change:
    """Ask for a seat on behalf of the browser with this digest. Raises Refused."""
    check_invited(table, guest)
    own = table.seat_of(guest)
    asker = guest if own is None else table.sitting.places[own].guest
    there = replace(call, seat=table.sitting.host if own is None else own)
    return request_by(table, there, protocol.Request(call.cmd, "seat", seat), asker)


def request_by(table: Table, call: Call, command: protocol.Request, guest: str) -> Change:
    """Make a request. It replaces the asker's earlier request of this kind. Raises Refused."""
    kind, seat = command.kind, command.seat
    owner = place_at(table, seat).guest
    request = OpenRequest(table.head + 1, kind, seat, owner, guest, call.at)
    KINDS[kind].check(table, call, request, KINDS[kind].absence_ms)
    kept: list[OpenRequest] = []
    for each in table.sitting.requests:
        is_own = (each.guest, each.kind) == (guest, kind)
        if is_own and each.seat == seat and not each.declined:
            return Change(table, ())
        if each.declined and call.at - each.at >= AGAIN_MS:
            continue
        if is_own and each.seat == seat:
            raise Refused("not-now", "The others said no. Ask again in a minute.")
        if each.declined or not is_own:
            kept.append(each)
    return stored(with_requests(table, kept), call, command, request)


def agree(table: Table, call: Call, command: protocol.Agree) -> Change:
    """Agree to a request. Raises Refused."""
    request = possible_request(table, call, command.number)
    if call.seat not in deciding(table, call, request):
        raise Refused("not-now", "Others decide this.")
    guest = table.sitting.places[call.seat].guest
    if guest in request.agreed:
        return Change(table, ())
    others = [each for each in table.sitting.requests if each is not request]
    agreed = replace(request, agreed=(*request.agreed, guest))
    return stored(with_requests(table, others), call, command, agreed)


def decline(table: Table, call: Call, command: protocol.Decline) -> Change:
    """Decline a request, or withdraw the caller's own. Raises Refused."""
    request = possible_request(table, call, command.number)
    requests = [each for each in table.sitting.requests if each is not request]
    if request.guest != table.sitting.places[call.seat].guest:
        if call.seat not in deciding(table, call, request):
            raise Refused("not-now", "Others decide this.")
        requests.append(replace(request, declined=True, at=call.at))
    return lobby_step(table, call, command, with_requests(table, requests).sitting)


def withdraw(table: Table, call: Call, guest: str) -> Change:
    """Withdraw the requests of a guest without a seat, if any."""
    left = [each for each in table.sitting.requests if each.declined or each.guest != guest]
    if len(left) == len(table.sitting.requests):
        return Change(table, ())
    there = replace(call, seat=table.sitting.host)
    return lobby_step(table, there, DropRequests(), with_requests(table, left).sitting)


def settle(table: Table, call: Call) -> Change:
    """Drop the requests that are no longer possible. If none was dropped, carry out a request that
    every guest present has agreed to.
    """
    requests = table.sitting.requests
    kept = [each for each in requests if each.declined or is_possible(table, call, each)]
    if len(kept) < len(requests):
        return lobby_step(table, call, DropRequests(), with_requests(table, kept).sitting)
    for request in requests:
        if not request.declined and is_agreed(table, call, request):
            return carried_out(table, call, request)
    return Change(table, ())


def possible_request(table: Table, call: Call, number: int) -> OpenRequest:
    """Return the request with this number. Raises Refused if it can no longer be answered."""
    for request in table.sitting.requests:
        if request.number == number and not request.declined and is_possible(table, call, request):
            return request
    raise Refused("not-now", "This request is over.")


def is_possible(table: Table, call: Call, request: OpenRequest) -> bool:
    """Whether a request can still be agreed to."""
    places = table.sitting.places
    if request.seat >= len(places) or places[request.seat].guest != request.owner:
        return False
    try:
        KINDS[request.kind].check(table, call, request, 0)
    except Refused:
        return False
    return call.at - request.at < OPEN_MS


def deciding(table: Table, call: Call, request: OpenRequest) -> tuple[Seat, ...]:
    """Return the seats that may answer. All guests present may answer, except the asker and the
    guest whom the request concerns. If the request is for a seat and the host is present, only the
    host may answer. A guest counts as present until AWAY_MS after disconnecting.
    """
    others = [
        seat
        for seat, place in enumerate(table.sitting.places)
        if place.kind == "guest"
        and not place.left
        and (call.away[seat] or 0) < protocol.AWAY_MS
        and seat != request.seat
        and request.guest not in place.guests
    ]
    host = table.sitting.host
    return (host,) if request.kind == "seat" and host in others else tuple(others)


def missing(table: Table, call: Call, request: OpenRequest) -> tuple[Seat, ...]:
    """Return the seats that must still agree. An idle guest need not agree to a bot's move for
    another idle guest, because otherwise the two would block each other.
    """
    places, agreed = table.sitting.places, request.agreed
    seats = [seat for seat in deciding(table, call, request) if places[seat].guest not in agreed]
    if request.kind == "move":
        seats = [seat for seat in seats if not is_idle(table, seat, call.at)]
    return tuple(seats)


def is_agreed(table: Table, call: Call, request: OpenRequest) -> bool:
    """Whether all who must agree have agreed. A request for a seat needs at least one agreement."""
    return not missing(table, call, request) and (request.kind != "seat" or request.agreed != ())


def stored(table: Table, call: Call, action: Struct, request: OpenRequest) -> Change:
    """Carry out a request if all have agreed, or add it to the table's requests."""
    if is_agreed(table, call, request):
        return carried_out(table, call, request)
    waiting = with_requests(table, [*table.sitting.requests, request])
    return lobby_step(table, call, action, waiting.sitting)


def carried_out(table: Table, call: Call, request: OpenRequest) -> Change:
    """Carry out a request, and drop the other requests that concern the seat."""
    others = [each for each in table.sitting.requests if each.seat != request.seat]
    return KINDS[request.kind].carry_out(with_requests(table, others), call, request)


def with_requests(table: Table, requests: list[OpenRequest]) -> Table:
    """Return the table with its requests replaced."""
    return replace(table, sitting=replace(table.sitting, requests=tuple(requests[-MOST_REQUESTS:])))


def shown_requests(table: Table, now: Call) -> tuple[protocol.Requested, ...]:
    """Return the open requests as sent to seated guests. `now` has the time and the guests'
    absences.
    """
    names = dict[str, str]()
    for caller in table.sitting.door:
        names |= dict.fromkeys(caller.guests, caller.name)
    for place in table.sitting.places:
        names |= dict.fromkeys(place.guests, place.name)
    return tuple(
        protocol.Requested(
            each.number,
            each.kind,
            each.seat,
            names[each.guest],
            table.seat_of(each.guest),
            missing(table, now, each),
        )
        for each in table.sitting.requests
        if not each.declined and each.guest in names
    )
