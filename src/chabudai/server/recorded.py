"""Tables that begin with moves made elsewhere: a recorded game, whole or up to a step. Pure.

The moves are copied into the table's log, so that it is the truth here as at every table: the game
is seen again, looked back on and recorded as if all of it had been played here.
"""

from collections.abc import Sequence
from typing import Annotated

import msgspec
from msgspec import Meta
from msgspec.structs import replace

from chabudai.core import Seat, Struct
from chabudai.core.beginning import Beginning
from chabudai.core.transcript import Header
from chabudai.games import GAMES
from chabudai.server import wire
from chabudai.server.lobby import bot_for, first_step, named, read_options, stand_in_level
from chabudai.server.names import LONGEST_SENT, tidy
from chabudai.server.play import finish_step
from chabudai.server.refusal import Refused
from chabudai.server.rows import news_decoder, read_state
from chabudai.server.seats import new_table_id
from chabudai.server.table import OPEN, Call, Change, Entry, Place, Sitting, Table, looks


class PlayOn(Struct):
    """POST /api/tables/TABLE/play-on: a new table that goes on from a step of a game that is over,
    with the caller in `seat` and bots in the others: those that played there, and for people bots
    of the `level`; None: of one that the game chooses.
    """

    step: Annotated[int, Meta(ge=0)]
    seat: Seat
    name: wire.Name
    level: wire.Level | None = None


def playing_on(table: Table, call: Call, order: PlayOn, guest: str, invite: str) -> Sitting:
    """Who sits at the table that goes on from a step of a game that is over. Raises Refused."""
    sitting, game = table.sitting, table.game
    if order.seat not in range(len(sitting.places)):
        raise Refused("malformed", "There is no such seat.")
    places = [OPEN] * len(sitting.places)
    for seat, there in enumerate(sitting.places):
        if seat != order.seat and there.kind == "bot" and there.level is not None:
            places[seat] = there
    places[order.seat] = Place("guest", named(order.name, places), guest)
    for seat, there in enumerate(places):
        if there.kind == "open":
            level = order.level or stand_in_level(game)
            places[seat] = bot_for(game, places, level, call.sources.pauses())
    looked = zip(places, looks(sitting.places), strict=True)
    seated = tuple(replace(place, look=look, epoch=0) for place, look in looked)
    return Sitting(
        game.name,
        game.rules,
        "playing",
        sitting.options,
        seated,
        order.seat,
        invite,
        hasten=sitting.hasten,
    )


def from_file(header: Header) -> Sitting:
    """Who sat at the table of a recorded game, as far as its file says: people and bots alike are
    nobody who could come back.
    """
    names: Sequence[str] = ()
    if header.names is not msgspec.UNSET:
        names = header.names
    elif header.seating is not msgspec.UNSET:
        names = header.seating.names
    places: list[Place] = []
    for seat in range(header.seats):
        name = names[seat][:LONGEST_SENT] if seat < len(names) else ""
        places.append(Place("bot", named(name, places) if tidy(name) else ""))
    options = read_options(GAMES[header.game], header.options, header.seats)
    return Sitting(header.game, header.rules, "playing", options, tuple(places), 0, "")


def begun(sitting: Sitting, beginning: Beginning, call: Call) -> Change:
    """A new table whose game begins with recorded moves. Raises Refused."""
    opened = first_step(new_table_id(call.sources.pauses()), sitting, call)
    news_of = news_decoder(sitting.game).decode
    entries = tuple(
        Entry(
            seq,
            f"recorded:{seq}",
            move.seat,
            "play",
            bytes(move.action),
            news_of(move.news),
            call.at,
        )
        for seq, move in enumerate(beginning.moves, 2)
    )
    state = read_state(bytes(beginning.state).decode(), sitting)
    after = replace(opened.table, head=1 + len(entries))
    return finish_step((), after, opened.entries + entries, state, call)
