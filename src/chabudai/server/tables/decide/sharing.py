"""Several players who share one browser: their seats, and the curtain that hides their views. Pure
functions.

Each player has a separate digest, so presence, moves and the party treat them like guests with
separate browsers. In a game with hidden facts, a WebSocket shows none of their views until one of
them says who is looking.
"""

from collections.abc import Sequence
from typing import NamedTuple

from chabudai.core import Seat
from chabudai.server import protocol
from chabudai.server.refusal import Refused
from chabudai.server.tables.decide import Call, Change, Table
from chabudai.server.tables.decide.lobby import check_not_removed, sit


class Opened(NamedTuple):
    """The player who has said that they are looking, and the table's status at that time."""

    hand: str
    status: protocol.Status


class Reader(NamedTuple):
    """The digest of the player whose view a WebSocket shows, and the seats of all players on its
    browser. `curtain` is true if it shows no view; `guest` is then the digest of a player without a
    seat.
    """

    guest: str | None
    seats: tuple[Seat, ...]
    curtain: bool


def reader(table: Table, hands: Sequence[str], opened: Opened | None) -> Reader:
    """Return which of a browser's players is looking at a table."""
    seats = seats_of(table, hands)
    shared = tuple(seats) if len(seats) > 1 else ()
    if opened is not None and opened.hand in seats.values():
        status = table.sitting.status
        if status in (opened.status, "over") or not has_curtain(table):
            return Reader(opened.hand, shared, curtain=False)
    if shared and has_curtain(table):
        return Reader(None, shared, curtain=True)
    seated = (hand for hand in hands if hand in seats.values())
    return Reader(next(seated, next(iter(hands), None)), shared, curtain=False)


def seats_of(table: Table, hands: Sequence[str]) -> dict[Seat, str]:
    """Map the seats of one browser's players to the players' digests, in the order of the seats."""
    places = enumerate(table.sitting.places)
    return {seat: hand for seat, place in places for hand in place.guests if hand in hands}


def has_curtain(table: Table) -> bool:
    """Whether players on one browser must not see each other's views. Even after the game, a view
    may contain facts that only its seat knows.
    """
    return table.sitting.status != "lobby" and not table.game.open


def hand_at(table: Table, hands: Sequence[str], seat: Seat) -> str:
    """Return the digest of the browser's player in a seat. Raises Refused if another plays it."""
    seats = seats_of(table, hands)
    if seat not in seats:
        raise Refused("not-your-seat", "Nobody on this device plays this seat.")
    return seats[seat]


def add_player(table: Table, call: Call, hands: Sequence[str], name: str) -> Change:
    """Seat another player on a browser where a player already has a seat. Raises Refused or
    TableFull.
    """
    if not seats_of(table, hands):
        raise Refused("not-your-seat", "You have no seat at this table.")
    for hand in hands:
        check_not_removed(table, hand)
    withdrawn = table.sitting.withdrawn
    for hand in hands[1:]:
        if table.seat_of(hand) is None and hand not in withdrawn:
            return sit(table, call, hand, name)
    raise Refused("no-seat", "No more players fit on this device.")


def private_seat(table: Table, hands: Sequence[str]) -> Seat | None:
    """Return the seat whose view is used to answer a request. On a browser with several players it
    is None while the curtain is closed, since a request does not say who is looking.
    """
    who = reader(table, hands, None)
    return None if who.curtain else table.seat_of(who.guest)
