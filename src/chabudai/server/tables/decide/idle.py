"""Guests who are present but idle: nudges, and their answers. Pure functions.

If all others agree, a bot makes the pending move of an idle guest (`requests`).
"""

from msgspec.structs import replace

from chabudai.core import Seat
from chabudai.server import protocol
from chabudai.server.protocol.nudges import NUDGE_AFTER_MS, NUDGE_AGAIN_MS, Nudge, Nudges
from chabudai.server.refusal import Refused
from chabudai.server.tables.decide import (
    Call,
    Change,
    PendingMove,
    Table,
    absence,
    lobby_step,
    play,
    put_place,
)
from chabudai.server.tables.decide.lobby import place_at


def nudge(table: Table, call: Call, command: Nudge) -> Change:
    """Nudge an idle guest. Raises Refused."""
    if not table.sitting.nudges:
        raise Refused("not-now", "The host has turned nudges off.")
    if command.seat == call.seat:
        raise Refused("not-now", "That is your own seat.")
    move_of_idle_guest(table, call, command.seat, NUDGE_AFTER_MS)
    place = table.sitting.places[command.seat]
    if place.nudged is not None and call.at - place.nudged.at < NUDGE_AGAIN_MS:
        raise Refused("not-now", "{name} was nudged a moment ago.", name=place.name)
    nudged = replace(place, nudged=protocol.Nudged(call.seat, call.at))
    return lobby_step(table, call, command, put_place(table.sitting, command.seat, nudged))


def move_of_idle_guest(table: Table, call: Call, seat: Seat, least_ms: int) -> PendingMove:
    """Return the move owed by a guest who is present and has been idle for `least_ms`
    milliseconds. Raises Refused.
    """
    check_not_silent(table)
    play.check_playing(table)
    place, move = place_at(table, seat), table.pending_of(seat)
    if place.kind != "guest" or place.level is not None:
        raise Refused("not-now", "A bot plays there.")
    if call.away[seat] is not None:
        raise Refused("not-now", "{name} is away.", name=place.name)
    if move is None or call.at - move.at < least_ms:
        raise Refused("not-now", "{name} has a little more time.", name=place.name)
    return move


def is_idle(table: Table, seat: Seat, at: int) -> bool:
    """Whether a seat's guest has owed a move for IDLE_MS without giving a command."""
    move = table.pending_of(seat)
    return move is not None and move.kind == "guest" and at - move.at >= protocol.IDLE_MS


def come_back(table: Table, call: Call, command: protocol.Return) -> Change:
    """Give the seat back to the caller, or record that the caller is present, if others have
    asked.
    """
    back, move = absence.take_back(table, call, command), table.pending_of(call.seat)
    if back.entries or move is None or not is_asked(table, move):
        return back
    return lobby_step(table, call, command, table.sitting)


def is_asked(table: Table, move: PendingMove) -> bool:
    """Whether others have nudged the guest who owes a move, or want a bot to make it."""
    sitting = table.sitting
    nudged = sitting.places[move.seat].nudged
    wanted = [each for each in sitting.requests if (each.kind, each.seat) == ("move", move.seat)]
    asked = [each.at for each in wanted if not each.declined] + [nudged.at if nudged else 0]
    return max(asked) > move.at


def set_nudges(table: Table, call: Call, command: Nudges) -> Change:
    """Set whether guests may nudge. Raises Refused."""
    check_not_silent(table)
    return lobby_step(table, call, command, replace(table.sitting, nudges=command.nudges))


def check_not_silent(table: Table) -> None:
    """Raise Refused in a silent game, where a nudge would be a signal."""
    if table.game.silent:
        raise Refused("not-now", "This game is played in silence: players do not nudge.")
