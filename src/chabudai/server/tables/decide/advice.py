"""Advice at a table: who agrees that it is asked for, and who asks. Pure.

Where others compete nobody is helped unless all people agree, and everybody hears who asks. In a
silent game nobody hears of it, and nobody changes their mind in play: either would be a sign.
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
NOT_YOURS: tuple[Code, str] = ("not-now", "There is advice when it is your turn.")


def allow(table: Table, call: Call, command: protocol.Allow) -> Change:
    """A guest agrees to advice, or does not any more. Raises Refused."""
    sitting = table.sitting
    if not advises(table):
        raise Refused(*NO_ADVICE)
    if table.is_silent:
        text = "This game is played in silence: advice is agreed on before it."
        raise Refused("not-now", text)
    place = sitting.places[call.seat]
    if place.advice == command.advice:
        return Change(table, ())
    agreed = replace(place, advice=command.advice)
    return lobby_step(table, call, command, put_place(sitting, call.seat, agreed))


def ask_for_advice(table: Table, call: Call, command: protocol.Advise) -> Change:
    """Note, once for each move it owes, that a seat has asked for advice. Raises Refused."""
    sitting, move = table.sitting, table.pending_of(call.seat)
    if not advises(table):
        raise Refused(*NO_ADVICE)
    if allowed(table) == "off":
        raise Refused("not-now", "Advice may be asked for once everybody has agreed to it.")
    if move is None or move.kind == "bot":
        raise Refused(*NOT_YOURS)
    place = sitting.places[call.seat]
    if table.is_silent or place.advised == move.since:
        return Change(table, ())
    asked = replace(place, advised=move.since)
    return lobby_step(table, call, command, put_place(sitting, call.seat, asked))


def advises(table: Table) -> bool:
    """Whether there is advice at a table: not at the deal of a day, so that results compare."""
    return table.game.extras.advise is not None and table.sitting.daily is None


def allowed(table: Table) -> protocol.Allowed:
    """Whether advice may be asked for: whether all agree but those who are known to have left."""
    if not advises(table):
        return "none"
    silent = table.game.silent
    guests = (place for place in table.sitting.places if place.kind == "guest")
    return "on" if all(place.advice for place in guests if silent or not place.left) else "off"


def what_is_known(table: Table, seat: Seat) -> Raw:
    """From what a seat is advised, for the job. Raises Refused where it owes no move."""
    if table.pending_of(seat) is None:
        raise Refused(*NOT_YOURS)
    view = table.game.view(table.state, seat)
    return raw(AdviceRequest(raw(view), seat))
