"""The number of seats in a lobby. It grows as players join, and open seats are removed when the
game starts. Pure functions.
"""

from typing import Any

import msgspec
from msgspec.structs import fields, replace

from chabudai.core import AnyGame, Seat
from chabudai.games import GAMES
from chabudai.server.encoding import raw
from chabudai.server.refusal import Refused, TableFull
from chabudai.server.tables.decide import OPEN, Place, Table, TableSetup, looks
from chabudai.server.tables.decide.agreement import Choices, choices, is_playable

Places = tuple[Place, ...]


def taken_seats(places: Places) -> list[Seat]:
    """Return the seats of guests and bots."""
    return [seat for seat, place in enumerate(places) if place.kind != "open"]


def needed_seats(sitting: TableSetup) -> int:
    """Return the smallest number of seats that the options allow for the players in a lobby, or the
    number of players if the options allow none.
    """
    taken = len(taken_seats(sitting.places))
    game = GAMES[sitting.game]
    enough = (count for count in game.seats if count >= taken)
    return next((n for n in enough if is_playable(game, options_for(sitting, n), n)), taken)


def choices_at(sitting: TableSetup) -> Choices:
    """Return the possible settings of a table. In a lobby, seats that will be removed do not
    count.
    """
    if sitting.status != "lobby":
        return choices(sitting.game, bytes(sitting.options), len(sitting.places))
    count = needed_seats(sitting)
    found = choices(sitting.game, bytes(raw(options_for(sitting, count))), count)
    # A seat keeps its number until the game starts, so every player can be chosen.
    named = GAMES[sitting.game].extras.seat_options
    refused = {name: wrong for name, wrong in found.refused.items() if name not in named}
    return found._replace(refused=refused)


def kept_seats(places: Places, count: int) -> list[Seat]:
    """Return `count` seats in order: all taken ones, then the first open ones."""
    taken = taken_seats(places)
    free = (seat for seat, place in enumerate(places) if place.kind == "open")
    return sorted(
        [*taken, *(seat for _, seat in zip(range(count - len(taken)), free, strict=False))]
    )


def options_for(sitting: TableSetup, count: int) -> Any:
    """Return the options of a lobby whose number of seats is reduced to `count`. An option that
    names a player follows the player; an option that names a removed seat gets its default.
    """
    game, places = GAMES[sitting.game], sitting.places
    options = msgspec.json.decode(sitting.options, type=game.options)
    kept, changes = kept_seats(places, count), dict[str, object]()
    defaults = {field.name: field.default for field in fields(game.options)}
    for name in game.extras.seat_options:
        seat = getattr(options, name)
        if seat in kept:
            changes[name] = kept.index(seat)
        elif isinstance(seat, int):
            changes[name] = defaults[name]
    return replace(options, **changes)


def closed_lobby(sitting: TableSetup) -> TableSetup:
    """Return a lobby's setup without its open seats. Raises Refused if players are missing."""
    count, taken = needed_seats(sitting), taken_seats(sitting.places)
    if count > len(taken):
        text = "{title} needs {count} players here. Wait for friends, or add bots."
        raise Refused("not-now", text, title=GAMES[sitting.game].title, count=count)
    shown = looks(sitting.places)
    places = tuple(replace(sitting.places[seat], look=shown[seat]) for seat in taken)
    options = raw(options_for(sitting, len(taken)))
    return replace(sitting, places=places, host=taken.index(sitting.host), options=options)


def has_room(sitting: TableSetup) -> bool:
    """Whether the game and its options allow another player in a lobby."""
    taken = len(taken_seats(sitting.places))
    return any(count > taken for count in choices_at(sitting).seats)


def seat_for_guest(table: Table) -> tuple[TableSetup, Seat]:
    """Return the first open seat, and the setup with that seat, which is added if no seat is open
    and the lobby can grow. Raises TableFull.
    """
    sitting = table.sitting
    lobby = sitting.status == "lobby"
    if lobby and not has_room(sitting):
        raise TableFull(table.id)
    places = (*sitting.places, OPEN) if lobby else sitting.places
    seat = next((seat for seat, place in enumerate(places) if place.kind == "open"), None)
    if seat is None:
        raise TableFull(table.id)
    return replace(sitting, places=places[: max(len(sitting.places), seat + 1)]), seat


def grown_for_bot(sitting: TableSetup, seat: Seat) -> TableSetup:
    """Return the setup with a place for a bot at `seat`. A lobby adds the place if `seat` is one
    above the last. Raises Refused, or Illegal if the options do not allow another player.
    """
    places = sitting.places
    if sitting.status != "lobby":
        return sitting
    if seat == len(places):
        places = (*places, OPEN)
    if 0 <= seat < len(places) and places[seat].kind == "open" and not has_room(sitting):
        check_count(GAMES[sitting.game], sitting, len(taken_seats(places)) + 1)
    return replace(sitting, places=places)


def check_options(sitting: TableSetup) -> None:
    """Raise Refused or Illegal if a lobby's options name a seat that does not exist, or do not
    allow any number of seats.
    """
    game, seats = GAMES[sitting.game], range(len(sitting.places))
    options = msgspec.json.decode(sitting.options, type=game.options)
    named = [getattr(options, name) for name in game.extras.seat_options]
    if any(isinstance(seat, int) and seat not in seats for seat in named):
        game.setup(options, len(seats))
    check_count(game, sitting, max(needed_seats(sitting), game.seats[0]))


def check_count(game: AnyGame, sitting: TableSetup, count: int) -> None:
    """Raise Refused or Illegal if the game and the options do not allow `count` players."""
    if count not in game.seats:
        raise wrong_seats(game)
    game.setup(options_for(sitting, count), count)


def wrong_seats(game: AnyGame) -> Refused:
    """Return the exception for a number of seats that the game does not support."""
    low, high = game.seats[0], game.seats[-1]
    text = "{title} is played by {low} to {high}."
    return Refused("malformed", text, title=game.title, low=low, high=high)
