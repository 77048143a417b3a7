"""Advice at a table: agreeing to it, and asking for it. Pure functions.

Advice needs the agreement of all people at the table, unless a single person plays with bots. All
players see who asks for advice, and how many stages each seat has taken. In a silent game requests
are neither shown nor counted, and agreement cannot change during the game, because either would be
a signal.
"""

from msgspec import Raw
from msgspec.structs import replace

from chabudai.core import Seat
from chabudai.core.advising import AdviceRequest
from chabudai.server import protocol
from chabudai.server.encoding import raw
from chabudai.server.refusal import Code, Refused
from chabudai.server.tables.decide import (
    Call,
    Change,
    Further,
    Table,
    lobby_step,
    put_place,
)

NO_ADVICE: tuple[Code, str] = ("not-now", "This game gives no advice.")
NOT_YOURS: tuple[Code, str] = ("not-now", "You can ask for advice when it is your turn.")


def allow(table: Table, call: Call, command: protocol.Allow) -> Change:
    """Record whether a guest agrees to advice. Raises Refused."""
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
    """Record the stages of advice that a seat has asked for on its pending move. Raises Refused."""
    sitting, move = table.sitting, table.pending_of(call.seat)
    if not advises(table):
        raise Refused(*NO_ADVICE)
    if allowed(table) == "off":
        raise Refused("not-now", "You can ask for advice once everybody has agreed to it.")
    if move is None or move.kind == "bot":
        raise Refused(*NOT_YOURS)
    place = sitting.places[call.seat]
    before = place.advice_stage if place.advised == move.since else 0
    if table.is_silent or command.stage <= before:
        return Change(table, ())
    taken = place.advice_taken + command.stage - before
    asked = replace(place, advised=move.since, advice_stage=command.stage, advice_taken=taken)
    step = Further(command.stage) if before else command
    return lobby_step(table, call, step, put_place(sitting, call.seat, asked))


def advises(table: Table) -> bool:
    """Whether a table can offer advice. Daily deals do not, because their results are compared."""
    return table.game.extras.advise is not None and table.sitting.daily is None


def allowed(table: Table) -> protocol.Allowed:
    """Return whether advice is available. All guests must agree, except guests who are known to
    have left. A single guest need not agree.
    """
    if not advises(table):
        return "none"
    silent = table.game.silent
    places = [place for place in table.sitting.places if place.kind == "guest"]
    guests = [place for place in places if silent or not place.left]
    return "on" if len(guests) == 1 or all(place.advice for place in guests) else "off"


def what_is_known(table: Table, seat: Seat, stage: int) -> Raw:
    """Return the input for an advice job. Raises Refused if the seat owes no move."""
    if table.pending_of(seat) is None:
        raise Refused(*NOT_YOURS)
    view = table.game.view(table.state, seat)
    return raw(AdviceRequest(raw(view), seat, stage))
