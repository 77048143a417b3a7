"""A party's next table: the same people play the same game again, or another one. Pure functions.

The tables of a party are played one after the other. The step that opens the next table passes on
the players, the link, the code and the host, so the latest table is always the party's current one.
"""

from collections.abc import Sequence
from contextlib import suppress

import msgspec
from msgspec import Raw
from msgspec.structs import replace

from chabudai.core import AnyGame, Seat, Struct
from chabudai.core.transcript import UNREADABLE
from chabudai.server import protocol
from chabudai.server.encoding import raw
from chabudai.server.refusal import Refused
from chabudai.server.tables.decide import (
    OPEN,
    Call,
    Caller,
    Change,
    Place,
    Table,
    TableSetup,
    Withdraw,
    lobby_step,
    looks,
    put_place,
)
from chabudai.server.tables.decide.absence import leave, with_heir
from chabudai.server.tables.decide.agreement import is_playable
from chabudai.server.tables.decide.lobby import (
    MOST_AT_DOOR,
    begun,
    bot_for,
    first_step,
    game_called,
    read_options,
    stand_in_level,
    waiting_again,
    waiting_guests,
    without_waiting,
)
from chabudai.server.tables.decide.naming import named

LONG_AWAY_MS = 10 * 60 * 1000
"""Milliseconds of absence after which a guest gets no seat in the next game if other guests are
present.
"""
WAITING_MS = 60 * 1000
"""Milliseconds of absence after which a waiting guest gets no seat in the next game."""
MOST_WITHDRAWN = 40
"""Maximum number of stored digests of guests who have left, since each step stores the list."""


def again(table: Table, call: Call, command: protocol.Again) -> Change:
    """Return the party's next table, for the same players, who each move up one seat. Its game
    begins immediately if all other players are bots and no guest is waiting. Raises Refused or
    Illegal.
    """
    sitting = table.sitting
    if sitting.status == "playing":
        raise Refused("not-now", "The game is not over.")
    if sitting.next is not None:
        return Change(table, ())
    if sitting.status == "lobby" and call.seat != sitting.host:
        raise Refused("not-host", "Only the host can do that.")
    fresh, seat = next_setup(table, call, command)
    kinds = [place.kind for place in fresh.places]
    alone = kinds.count("guest") == 1 and "open" not in kinds and not fresh.door
    code = table.code or call.code
    there = replace(call, seat=seat, code=None if alone else code)
    opened = begun(fresh, there) if alone else first_step(fresh, there)
    following = replace(sitting, next=opened.table.id, next_by=call.seat)
    left = lobby_step(table, call, command, following, code=None)
    return Change(left.table, left.entries, (opened,), recoded=True)


def next_setup(table: Table, call: Call, command: protocol.Again) -> tuple[TableSetup, Seat]:
    """Return the setup of the next table, and the caller's seat there. Raises Refused, or
    Illegal.
    """
    sitting, own = table.sitting, own_place(table, call)
    game = table.game if command.game is None else game_called(command.game)
    places, door = next_places(table, call, game)
    seat_of = {place.guest: seat for seat, place in enumerate(places) if place.guest}
    seat = seat_of[own.guest]
    fresh = replace(
        sitting,
        game=game.name,
        rules=game.rules,
        status="lobby",
        options=next_options(table, game, command, len(places)),
        places=places,
        host=seat_of.get(sitting.places[sitting.host].guest, seat),
        door=door,
        party=table.party,
        asides=(),
        ended=False,
        stopped=None,
        daily=None,
        requests=(),
        signs=(),
    )
    return fresh, seat


def next_options(table: Table, game: AnyGame, command: protocol.Again, seats: int) -> Raw:
    """Return the options of the next game: the command's if it has any, otherwise this game's. If
    the rules do not allow this game's options for that number of seats, the defaults replace them.
    Raises Refused, or Illegal.
    """
    if bytes(command.options) != b"null":
        return read_options(game, command.options, seats)
    options: Struct = game.options()
    if game is table.game:
        with suppress(*UNREADABLE):
            options = msgspec.json.decode(table.sitting.options, type=game.options)
    return raw(options if is_playable(game, options, seats) else game.options())


def own_place(table: Table, call: Call) -> Place:
    """Return the caller's place. Callers keep it even if a bot finished the game for them."""
    return replace(table.sitting.places[call.seat], left=False)


def next_places(
    table: Table, call: Call, game: AnyGame
) -> tuple[tuple[Place, ...], tuple[Caller, ...]]:
    """Return the places of the next table, and the guests who must wait. These guests find no seat
    there, or were already waiting and are away. Every player moves up one seat. Guests who were
    waiting come last, but before bots if the game has few seats.
    """
    own, most = own_place(table, call), game.seats[-1]
    at_door = zip(table.sitting.door, call.door, strict=True)
    away = {caller for caller, ms in at_door if (ms or 0) >= WAITING_MS}
    sitting = without_waiting(table.sitting, own.guests)
    places = put_place(sitting, call.seat, own).places
    order, looked = (*range(1, len(places)), 0), looks(places)
    staying = [seat for seat in order if is_staying(places[seat], seat, call)]
    hosts = [seat for seat in staying if seat in (call.seat, sitting.host)]
    late = [caller for caller in sitting.door if caller not in away][: most - len(hosts)]
    others = [seat for seat in staying if seat not in hosts]
    seated = {*hosts, *others[: most - len(hosts) - len(late)]}
    bots = [seat for seat in order if places[seat].kind == "bot"]
    seated.update(bots[: most - len(seated) - len(late)])
    chosen = [place_again(places[seat], looked[seat], game) for seat in order if seat in seated]
    for caller in late:
        name, devices = named(caller.name, chosen), caller.devices
        chosen.append(Place("guest", name, caller.guest, devices=devices))
    left_over = [waiting_again(places[seat]) for seat in others if seat not in seated]
    waiting = [caller for caller in sitting.door if caller not in late] + left_over
    is_solo = game is table.game and len(places) == 1
    least = 1 if is_solo else max(2, game.seats[0])
    return filled(game, chosen, least, call), tuple(waiting[-MOST_AT_DOOR:])


def is_staying(place: Place, seat: Seat, call: Call) -> bool:
    """Whether a guest plays the next game. Guests do not play if they have left, or if they have
    been away for a long time while others are present.
    """
    if place.kind != "guest" or place.left or seat == call.seat or not call.away:
        return place.kind == "guest" and not place.left
    others_here = [
        each for each, away in enumerate(call.away) if away is None and each != call.seat
    ]
    return not others_here or (call.away[seat] or 0) < LONG_AWAY_MS


def filled(game: AnyGame, chosen: Sequence[Place], least: int, call: Call) -> tuple[Place, ...]:
    """Return at least `least` places. Added places are open, or have bots if a single person plays
    with bots.
    """
    places, kinds = list(chosen), [place.kind for place in chosen]
    is_alone = kinds.count("guest") == 1 and "bot" in kinds
    while len(places) < least:
        bot = bot_for(game, places, stand_in_level(game), call.sources.picks())
        places.append(bot if is_alone else OPEN)
    return tuple(places)


AFRESH = {
    "advised": 0,
    "advice_stage": 0,
    "advice_taken": 0,
    "nudged": None,
    "shown": 0,
    "once": False,
}


def place_again(place: Place, look: int, game: AnyGame) -> Place:
    """Return a guest's or bot's place at the next table."""
    if place.kind == "guest":
        return replace(place, level=None, persona=0, look=look, epoch=0, **AFRESH)
    level = place.level if place.level in game.bots else stand_in_level(game)
    return replace(place, level=level, look=look, epoch=0)


def withdraw(table: Table, call: Call, guest: str) -> Change:
    """Give up a guest's seat at this table, and remove the guest's name from the party's page.
    Raises Refused.
    """
    if table.is_silent:
        text = "This game is played in silence: leave the party after its end."
        raise Refused("not-now", text)
    seat, sitting = table.seat_of(guest), table.sitting
    guests = waiting_guests(sitting, guest) if seat is None else sitting.places[seat].guests
    withdrawn = tuple(dict.fromkeys((*sitting.withdrawn, *guests)))[-MOST_WITHDRAWN:]
    gone = replace(without_waiting(sitting, guests), withdrawn=withdrawn)
    if seat is None:
        return lobby_step(table, replace(call, seat=sitting.host), Withdraw(guests), gone)
    own = replace(call, seat=seat)
    if sitting.status != "over":
        return leave(replace(table, sitting=gone), own, protocol.Leave(call.cmd))
    place = replace(sitting.places[seat], left=True)
    left = lobby_step(table, own, Withdraw(guests), put_place(gone, seat, place))
    return with_heir(left, own)
