"""Lobby commands: open a table, take and open seats, choose options, start the game. Pure
functions.

Seats can also be taken and opened during the game, except in a silent game, where the players'
identities are secret.
"""

from collections.abc import Collection, Sequence

import msgspec
from msgspec import Raw
from msgspec.structs import replace

from chabudai.core import AnyGame, Rng, Seat, Struct
from chabudai.core.characters import persona_named
from chabudai.games import GAMES
from chabudai.server import protocol
from chabudai.server.encoding import decode, raw
from chabudai.server.names import distinct
from chabudai.server.refusal import Refused
from chabudai.server.tables.decide import (
    OPEN,
    Call,
    Caller,
    Change,
    Device,
    Entry,
    Host,
    Knock,
    Opened,
    Place,
    Removed,
    Sit,
    Table,
    TableSetup,
    lobby_step,
    looks,
    put_place,
)
from chabudai.server.tables.decide.agreement import is_playable
from chabudai.server.tables.decide.growth import (
    check_options,
    closed_lobby,
    grown_for_bot,
    needed_seats,
    seat_for_guest,
    wrong_seats,
)
from chabudai.server.tables.decide.naming import free_bot_name, named, renamed
from chabudai.server.tables.decide.play import finish_step, hide_step, reassigned_moves

MOST_DEVICES = 4
"""Maximum number of browsers, besides the first, that may use a seat. The oldest ones are dropped.
"""
MOST_AT_DOOR = 8
"""Maximum number of waiting guests that are stored. Earlier ones are dropped."""
MOST_REMOVED = 40
"""Maximum number of removed guests that are stored. Each step stores the whole list."""

STAND_IN_LEVELS: tuple[protocol.Level, ...] = ("normal", "easy", "hard", "expert")
"""Levels to try, in this order, for a bot whose level was not chosen."""


UNREADABLE_OPTIONS = "These options cannot be read: {why}."


def open_table(call: Call, order: protocol.NewTable, guest: str, invite: str) -> Change:
    """Return a new table: host in seat 0, then bots and open seats. Raises Refused or Illegal."""
    game = game_called(order.game)
    seats = order.seats or fewest_seats(game, order)
    if seats not in game.seats:
        raise wrong_seats(game)
    if len(order.bots) >= seats:
        raise Refused("no-seat", "There are more bots than seats.")
    options = read_options(game, order.options, seats)
    places = [Place("guest", named(order.name, ()), guest)]
    for level in order.bots:
        places.append(bot_for(game, places, level, call.sources.picks()))
    places += [OPEN] * (seats - len(places))
    sitting = TableSetup(game.name, game.rules, "lobby", options, tuple(places), 0, invite)
    return begun(sitting, call) if order.begin else first_step(sitting, call)


def game_called(name: str) -> AnyGame:
    """Return the game with this name. Raises Refused if it is unknown."""
    if name not in GAMES:
        raise Refused("malformed", "There is no game called {game}.", game=name[:40])
    return GAMES[name]


def first_step(sitting: TableSetup, call: Call) -> Change:
    """Return a new table with its first step."""
    table_id = call.sources.table_id(call.sources.picks())
    action = msgspec.json.encode(Opened(sitting))
    entry = Entry(1, "opened", call.seat, "lobby", action, (), call.at)
    return Change(Table(table_id, 1, sitting, None, (), call.code), (entry,))


def begun(sitting: TableSetup, call: Call) -> Change:
    """Return a new table whose game begins immediately. Raises Refused."""
    opened = first_step(sitting, call)
    dealt = begin(opened.table, replace(call, cmd="begin"), protocol.Begin("begin"))
    return Change(dealt.table, opened.entries + dealt.entries)


def read_options(game: AnyGame, written: Raw, seats: int) -> Raw:
    """Decode options and fill in defaults. Raises Refused, or Illegal if the rules forbid them."""
    options = decode(written, game.options, UNREADABLE_OPTIONS)
    game.setup(options, seats)
    return raw(options)


def fewest_seats(game: AnyGame, order: protocol.NewTable) -> int:
    """Return the smallest number of seats that the options allow for the host and the bots. Raises
    Refused.
    """
    options = decode(order.options, game.options, UNREADABLE_OPTIONS)
    enough = [count for count in game.seats if count > len(order.bots)]
    playable = (count for count in enough if is_playable(game, options, count))
    return next(playable, enough[0] if enough else game.seats[-1])


def bot_for(game: AnyGame, places: Sequence[Place], level: protocol.Level, rng: Rng) -> Place:
    """Return a bot for a seat, with a name that is free at the table. Raises Refused."""
    if level not in game.bots:
        raise Refused("malformed", "This game has no bot of the level {level}.", level=level)
    name = free_bot_name(places)
    return Place("bot", name, level=level, persona=persona_named(name, rng.below(1 << 31)))


def sit(table: Table, call: Call, guest: str, name: str) -> Change:
    """Seat a guest in the first open seat, as the host if the table has none. A lobby grows by a
    seat if its options allow it. Raises Refused or TableFull.
    """
    check_seats_change(table)
    check_not_removed(table, guest)
    sitting, seat = seat_for_guest(table)
    there, shown = sitting.places[seat], named(name, sitting.places)
    guests = waiting_guests(sitting, guest)
    place = Place("guest", shown, guest, devices=guests[1:], look=there.look, epoch=there.epoch)
    host = seat if lacks_host(table) else sitting.host
    joined = with_member(without_waiting(sitting, guests), guests)
    taken = replace(put_place(joined, seat, place), host=host)
    return seat_step(table, replace(call, seat=seat), Sit(place.name, guest), seat, taken)


def knock(table: Table, call: Call, guest: str, name: str) -> Change:
    """Record that an invited guest is waiting for a seat, unless already recorded. A guest who has
    left the game keeps their name. Raises Refused.
    """
    sitting, seat = table.sitting, table.seat_of(guest)
    check_not_removed(table, guest)
    seats_stay = table.is_silent or sitting.daily is not None
    if seats_stay or sitting.is_waiting(guest):
        return Change(table, ())
    if seat is None:
        caller = Caller(named(name, sitting.places), guest)
    else:
        caller = waiting_again(sitting.places[seat])
    door = (*sitting.door, caller)[-MOST_AT_DOOR:]
    waiting = replace(with_member(sitting, (guest,)), door=door)
    return lobby_step(table, replace(call, seat=sitting.host), Knock(name, guest), waiting)


def waiting_again(place: Place) -> Caller:
    """Return a seated guest as one who is waiting for a seat."""
    return Caller(place.name, place.guest, place.devices)


def add_device(table: Table, call: Call, guest: str) -> Change:
    """Allow one more browser to use a seat, secretly in a silent game. Raises Refused."""
    check_not_removed(table, guest)
    sitting, place = table.sitting, table.sitting.places[call.seat]
    devices = (*place.devices, guest)[-MOST_DEVICES:]
    sitting = put_place(sitting, call.seat, replace(place, devices=devices))
    if table.is_silent:
        sitting = hide_step(sitting, table.head + 1, call.seat)
    return lobby_step(table, call, Device(guest), sitting)


def seat_step(table: Table, call: Call, action: Struct, seat: Seat, sitting: TableSetup) -> Change:
    """Return a change with one step that reassigns a seat and its pending move."""
    pending = reassigned_moves(table, sitting, seat, call)
    return lobby_step(table, call, action, sitting, pending=pending)


def check_not_removed(table: Table, guest: str) -> None:
    """Raise Refused if the host has removed the guest."""
    if table.sitting.is_removed(guest):
        raise Refused("removed", "The host has removed you from this table.")


def without_waiting(sitting: TableSetup, guests: Collection[str]) -> TableSetup:
    """Return the setup after these guests have stopped waiting for a seat."""
    door = tuple(each for each in sitting.door if set(guests).isdisjoint(each.guests))
    return replace(sitting, door=door)


def waiting_guests(sitting: TableSetup, guest: str) -> tuple[str, ...]:
    """Return the digests of all browsers of a guest who has no seat, with `guest` first."""
    waiting = (each.guests for each in sitting.door if guest in each.guests)
    return tuple(dict.fromkeys((guest, *next(waiting, ()))))


def with_member(sitting: TableSetup, guests: Collection[str]) -> TableSetup:
    """Return the setup after these guests have come back to the party, if they had left it."""
    withdrawn = tuple(each for each in sitting.withdrawn if each not in guests)
    return replace(sitting, withdrawn=withdrawn)


def check_seats_change(table: Table) -> None:
    """Raise Refused if seats cannot be taken or opened now."""
    if table.sitting.status == "over":
        raise Refused("not-now", "The game is over.")
    if table.is_silent:
        raise Refused(
            "not-now", "This game is played in silence: seats cannot change before its end."
        )
    if table.sitting.daily is not None:
        raise Refused("not-now", "Seats cannot change in a daily deal.")


def lacks_host(table: Table) -> bool:
    """Whether the host has left, so that the next guest becomes the host. False in a silent game,
    which does not reveal that a player has left.
    """
    host = table.sitting.places[table.sitting.host]
    return not table.is_silent and (host.kind != "guest" or host.left)


def pass_host(table: Table, call: Call) -> Change:
    """Make the caller the host. Raises Refused if the caller's seat cannot be the host."""
    sitting, place = table.sitting, table.sitting.places[call.seat]
    if place.kind != "guest" or place.left or call.seat == sitting.host:
        raise Refused("not-now", "That seat cannot be the host.")
    return lobby_step(table, call, Host(call.seat), replace(sitting, host=call.seat))


def place_at(table: Table, seat: Seat) -> Place:
    """Return the place at `seat`. Raises Refused if the seat does not exist."""
    places = table.sitting.places
    if not 0 <= seat < len(places):
        raise Refused("malformed", "There is no such seat.")
    return places[seat]


def seat_bot(table: Table, call: Call, command: protocol.SeatBot) -> Change:
    """Seat a bot in an open seat or in a new one, or change a bot's level. Raises Refused, or
    Illegal.
    """
    check_seats_change(table)
    table = replace(table, sitting=grown_for_bot(table.sitting, command.seat))
    there = place_at(table, command.seat)
    if there.kind == "guest":
        raise Refused("no-seat", "{name} sits there.", name=there.name)
    bot = bot_for(table.game, table.sitting.places, command.level, call.sources.picks())
    if there.level is not None:
        bot = replace(there, kind="bot", level=command.level)
    else:
        bot = replace(bot, look=there.look, epoch=there.epoch)
    return lobby_step(table, call, command, put_place(table.sitting, command.seat, bot))


def vacate(table: Table, call: Call, command: protocol.Vacate) -> Change:
    """Open a seat. During the game a bot plays for it. A guest in the seat is removed, and the link
    and the code are replaced. Raises Refused.
    """
    check_seats_change(table)
    sitting, there = table.sitting, place_at(table, command.seat)
    if command.seat == sitting.host:
        raise Refused("not-now", "The host's seat cannot be vacated.")
    place = opened_seat(there)
    if sitting.status == "playing":
        level, picks = stand_in_level(table.game), call.sources.picks()
        bot = bot_for(table.game, sitting.places, level, picks)
        playing = there if there.level else bot
        name = bot.name if there.kind == "guest" else there.name
        look = looks(sitting.places)[command.seat]
        persona = persona_named(name, playing.persona)
        place = replace(place, look=look, name=name, level=playing.level, persona=persona)
    opened = put_place(sitting, command.seat, place)
    if there.kind == "guest":
        opened = remove_guest(opened, there, call.invite)
    step = seat_step(table, call, command, command.seat, opened)
    if there.kind != "guest" and table.code is not None:
        return step
    return replace(step, table=replace(step.table, code=call.code), recoded=True)


def remove_guest(sitting: TableSetup, place: Place, invite: str) -> TableSetup:
    """Remove a place's guest, and set a new invitation, since the guest may know the old one."""
    others = [each.name for each in sitting.removed]
    gone = Removed(distinct(place.name, others), place.guests)
    return replace(
        without_waiting(sitting, place.guests),
        invite=invite,
        invitation=sitting.invitation + 1,
        removed=(*sitting.removed, gone)[-MOST_REMOVED:],
    )


def readmit(table: Table, call: Call, command: protocol.Readmit) -> Change:
    """Readmit a removed guest, who is then waiting for a seat. Raises Refused."""
    check_seats_change(table)
    sitting = table.sitting
    back = next((each for each in sitting.removed if each.name == command.name), None)
    if back is None:
        return Change(table, ())
    name = named(back.name, sitting.places)
    first, *others = back.guests
    door = (*sitting.door, Caller(name, first, tuple(others)))[-MOST_AT_DOOR:]
    removed = tuple(each for each in sitting.removed if each is not back)
    return lobby_step(table, call, command, replace(sitting, door=door, removed=removed))


def opened_seat(place: Place) -> Place:
    """Return the open place for a seat that its guest or bot has lost."""
    return Place(epoch=place.epoch + (place.kind == "guest"))


def stand_in_level(game: AnyGame) -> protocol.Level:
    """Return the game's level for bots whose level was not chosen."""
    return next(level for level in STAND_IN_LEVELS if level in game.bots)


def choose(table: Table, call: Call, command: protocol.Choose) -> Change:
    """Set the options. Raises Refused or Illegal."""
    options = decode(command.options, table.game.options, UNREADABLE_OPTIONS)
    sitting = replace(table.sitting, options=raw(options))
    check_options(sitting)
    return lobby_step(table, call, command, sitting)


def rename(table: Table, call: Call, command: protocol.Rename) -> Change:
    """Change a guest's name. Raises Refused if it is invalid, and always in a silent game."""
    if table.is_silent:
        raise Refused(
            "not-now", "This game is played in silence: names cannot change before its end."
        )
    sitting = table.sitting
    others = [place for seat, place in enumerate(sitting.places) if seat != call.seat]
    place = replace(sitting.places[call.seat], name=renamed(command.name, others))
    return lobby_step(table, call, command, put_place(sitting, call.seat, place))


def begin(table: Table, call: Call, command: protocol.Begin) -> Change:
    """Remove open seats, or fill them with bots of a level, and deal. Raises Refused if players are
    missing, or Illegal if the rules forbid the options.
    """
    if command.fill is None:
        sitting = closed_lobby(table.sitting)
    else:
        sitting = filled_lobby(table.sitting, command.fill, call)
    options = msgspec.json.decode(sitting.options, type=table.game.options)
    state = table.game.setup(options, len(sitting.places))
    agreed = replace(sitting, status="playing", requests=(), signs=())
    return finish_step(lobby_step(table, call, command, agreed), state, call)


def filled_lobby(sitting: TableSetup, level: protocol.Level, call: Call) -> TableSetup:
    """Return a lobby's setup with bots of `level` in all open seats. Raises Refused."""
    game = GAMES[sitting.game]
    places = [*sitting.places, *[OPEN] * (needed_seats(sitting) - len(sitting.places))]
    for seat, place in enumerate(places):
        if place.kind == "open":
            places[seat] = bot_for(game, places, level, call.sources.picks())
    return replace(sitting, places=tuple(places))
