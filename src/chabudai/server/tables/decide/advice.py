"""Advice at a table: agreeing to it, and asking for it. Pure functions.

If players compete, advice needs the agreement of all people, and all players see who asks. In a
silent game requests are not shown, and agreement cannot change during the game, because either
would be a signal.
"""

from msgspec import Raw
from msgspec.structs import replace

from chabudai.core import Seat
from chabudai.core.advising import AdviceRequest
from chabudai.server import protocol
from chabudai.server.encoding import raw
from chabudai.server.refusal import Code, Refused
from chabudai.server.tables.decide import Call, Change, Table, lobby_step, put_place

NO_ADVICE: tuple[Code, str] = ("not-now", "This game gives no advice.")
NOT_YOURS: tuple[Code, str] = ("not-now", "You can ask for advice when it is your turn.")


def allow(table: Table, call: Call, command: protocol.Allow) -> Change:
    """Store whether a guest agrees to advice. Raises Refused."""
    sitting = table.sitting
    if not advises(table):
        raise Refused(*NO_ADVICE)
    if table.is_silent:
        text = "This game is played in silence: agree on advice before it starts."
        raise Refused("not-now", text)
    place = sitting.places[call.seat]
    if place.advice == command.advice:
        return Change(table, ())
    agreed = replace(place, advice=command.advice)
    return lobby_step(table, call, command, put_place(sitting, call.seat, agreed))


def ask_for_advice(table: Table, call: Call, command: protocol.Advise) -> Change:
    """Record, once per pending move, that a seat has asked for advice. Raises Refused."""
    sitting, move = table.sitting, table.pending_of(call.seat)
    if not advises(table):
        raise Refused(*NO_ADVICE)
    if allowed(table) == "off":
        raise Refused("not-now", "You can ask for advice once everybody has agreed to it.")
    if move is None or move.kind == "bot":
        raise Refused(*NOT_YOURS)
    place = sitting.places[call.seat]
    if table.is_silent or place.advised == move.since:
        return Change(table, ())
    asked = replace(place, advised=move.since)
    return lobby_step(table, call, command, put_place(sitting, call.seat, asked))


def advises(table: Table) -> bool:
    """Whether a table can offer advice. Daily deals do not, because their results are compared."""
    return table.game.extras.advise is not None and table.sitting.daily is None


def allowed(table: Table) -> protocol.Allowed:
    """Return whether advice is available. Guests must agree, except those known to have left."""
    if not advises(table):
        return "none"
    silent = table.game.silent
    guests = (place for place in table.sitting.places if place.kind == "guest")
    return "on" if all(place.advice for place in guests if silent or not place.left) else "off"


def what_is_known(table: Table, seat: Seat) -> Raw:
    """Return the input for an advice job. Raises Refused if the seat owes no move."""
    if table.pending_of(seat) is None:
        raise Refused(*NOT_YOURS)
    view = table.game.view(table.state, seat)
    return raw(AdviceRequest(raw(view), seat))
