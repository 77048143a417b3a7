"""Permission to watch a table, and the view that watchers see. Pure functions. Guests without a
seat see the facts known to all players, unless the host chooses otherwise. They see a seat's view
only while the guest in that seat agrees. In a silent game neither setting can change, because that
would be a signal. However, the guest can stop showing the view, since other players are not
notified of that.

A big screen that the host has paired with the party sees the facts known to all players, even at a
private table.
"""

from typing import NamedTuple

from msgspec.structs import replace

from chabudai.core import Seat, Struct
from chabudai.server import protocol
from chabudai.server.refusal import NOT_YET, PRIVATE, Refused
from chabudai.server.tables.decide import Call, Change, Table, TableSetup, lobby_step, put_place
from chabudai.server.tables.decide.play import hide_step

MOST_SCREENS = 4
"""Maximum number of big screens of a party. Another one replaces the oldest."""


class Pair(Struct, tag="pair"):
    """The host pairs a big screen with the party. `screen` is its digest."""

    screen: str


class Shown(NamedTuple):
    """The seat whose view guests without a seat see. `since` is the step where its guest agreed.
    Earlier news is not sent.
    """

    seat: Seat
    since: int


class Sight(NamedTuple):
    """Whether a guest sees the game, and the seat whose view the guest sees, if any."""

    game: bool
    seat: Seat | None


def let_watch(table: Table, call: Call, command: protocol.LetWatch) -> Change:
    """Set who may watch, and withdraw all agreements to `ShowHand`. Raises Refused."""
    sitting = table.sitting
    check_may_change(table)
    if sitting.watching == command.who:
        return Change(table, ())
    places = tuple(replace(place, shown=0) for place in sitting.places)
    chosen = replace(sitting, watching=command.who, places=places)
    return lobby_step(table, call, command, chosen)


def show_hand(table: Table, call: Call, command: protocol.ShowHand) -> Change:
    """Record whether a guest agrees that guests without a seat see the view from this guest's seat.
    Raises Refused.
    """
    sitting, place = table.sitting, table.sitting.places[call.seat]
    if command.show == bool(place.shown):
        return Change(table, ())
    if command.show:
        check_may_show(table)
    step = table.head + 1
    sitting = put_place(sitting, call.seat, replace(place, shown=step if command.show else 0))
    if table.is_silent:
        sitting = hide_step(sitting, step, call.seat)
    return lobby_step(table, call, command, sitting)


def pair_screen(table: Table, call: Call, screen: str) -> Change:
    """Pair a big screen with the party. Raises Refused."""
    if call.seat != table.sitting.host:
        raise Refused("not-host", "Only the host can do that.")
    check_may_change_screens(table)
    screens = table.sitting.screens
    if screen in screens:
        return Change(table, ())
    sitting = replace(table.sitting, screens=(*screens, screen)[-MOST_SCREENS:])
    return lobby_step(table, call, Pair(screen), sitting)


def end_screens(table: Table, call: Call, command: protocol.EndScreens) -> Change:
    """Unpair all big screens. Raises Refused."""
    check_may_change_screens(table)
    if not table.sitting.screens:
        return Change(table, ())
    return lobby_step(table, call, command, replace(table.sitting, screens=()))


def check_may_change_screens(table: Table) -> None:
    """Raise Refused in a silent game, where pairing a screen would be a signal."""
    if table.is_silent:
        text = "This game is played in silence: pair screens before it starts or after its end."
        raise Refused("not-now", text)


def check_may_change(table: Table) -> None:
    """Raise Refused if the host cannot currently choose who may watch."""
    if table.sitting.status == "over":
        raise Refused("not-now", "The game is over.")
    if table.is_silent:
        text = "This game is played in silence: choose who may watch before it starts."
        raise Refused("not-now", text)


def check_may_show(table: Table) -> None:
    """Raise Refused if a guest cannot show a seat's view now."""
    check_may_change(table)
    if table.sitting.watching != "seat":
        raise Refused("not-now", "The host has not chosen that one player shows their cards.")
    for place in table.sitting.places:
        if place.shown:
            raise Refused("not-now", "{name} already shows their cards.", name=place.name)


def shown(table: Table) -> Shown | None:
    """Return the seat whose view guests without a seat see, if any."""
    sitting = table.sitting
    if sitting.watching != "seat" or sitting.status == "over":
        return None
    agreed = (Shown(seat, place.shown) for seat, place in enumerate(sitting.places) if place.shown)
    return next(agreed, None)


def is_open(sitting: TableSetup) -> bool:
    """Whether guests without a seat may see the game now."""
    if sitting.watching == "after":
        return sitting.status == "over"
    return sitting.watching != "nobody"


def sight(table: Table, guest: str | None) -> Sight | None:
    """Return what the guest with this digest sees, or None if the guest cannot follow the table."""
    seat = table.seat_of(guest)
    if seat is not None:
        return Sight(game=True, seat=seat)
    if guest in table.sitting.screens:
        return Sight(game=True, seat=None)
    if is_open(table.sitting):
        eyes = shown(table)
        return Sight(game=True, seat=eyes and eyes.seat)
    return Sight(game=False, seat=None) if table.sitting.is_waiting(guest) else None


def close_code(table: Table) -> int:
    """Return the close code for the socket of a guest who cannot follow the table."""
    return NOT_YET if table.sitting.watching == "after" else PRIVATE


def check_sees(table: Table, guest: str | None) -> None:
    """Raise Refused if a guest cannot see the game."""
    seen = sight(table, guest)
    if seen is not None and seen.game:
        return
    if table.sitting.watching == "after":
        raise Refused("not-now", "This table can be watched once its game is over.")
    raise Refused("not-your-seat", "Only the players see this table.")
