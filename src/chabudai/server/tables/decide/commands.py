"""Commands of seated guests: decoding, ids, and a handler for each. Pure functions."""

from collections.abc import Callable
from contextlib import suppress
from typing import Any, TypeAlias

import msgspec
from msgspec.structs import replace

from chabudai.core import Anytime, Illegal, Seat
from chabudai.server import protocol
from chabudai.server.encoding import decode
from chabudai.server.refusal import Refused
from chabudai.server.tables.decide import (
    Call,
    Change,
    Table,
    absence,
    advice,
    idle,
    lobby,
    lobby_step,
    play,
    requests,
    succession,
    talk,
    watching,
)

Handler: TypeAlias = Callable[[Table, Call, Any], Change]
FRAMES: Any = protocol.FromClient
OWNER = 12
"""Number of characters of a guest's digest in the ids of the guest's commands."""


class Named(msgspec.Struct):
    """The only part of an invalid frame that is needed to answer it."""

    id: str = ""


def read(text: str | None) -> protocol.FromClient | protocol.Refused:
    """Decode the message in a frame. `text` is None for a binary frame. Return a refusal if the
    frame is invalid.
    """
    if text is None:
        return refused_frame("", Refused("malformed", "A frame must be JSON text."))
    try:
        message: protocol.FromClient = decode(text, FRAMES, "This frame cannot be read: {why}.")
    except Refused as refused:
        return refused_frame(id_of(text), refused)
    return message


def id_of(text: str) -> str:
    """Return the id of a frame that is otherwise invalid, or ""."""
    with suppress(Refused):
        return decode(text, Named, "").id[:40]
    return ""


def refused_frame(command: str, why: Refused | Illegal) -> protocol.Refused:
    """Return the message that reports a refusal by the server or by the rules."""
    if isinstance(why, Illegal):
        return protocol.Refused(command, "illegal", why.rule, why.text, why.facts)
    return protocol.Refused(command, why.code, None, why.text, why.facts)


def own_id(owner: str, command: protocol.Command) -> str:
    """Return the id under which a guest's command is stored. It depends on the guest, not on the
    seat.
    """
    kind = "skip" if isinstance(command, protocol.Skip) else "guest"
    return f"{kind}.{owner}:{command.id}"


def carry_out(table: Table, call: Call, command: protocol.Command) -> Change:
    """Return the change made by a seated guest's command. Raises Refused or Illegal."""
    kind = type(command)
    if table.sitting.next is not None and kind is not protocol.Again:
        raise Refused("not-now", "The party has moved on to its next game.")
    if kind in BY_HOST and call.seat != table.sitting.host:
        raise Refused("not-host", "Only the host can do that.")
    if kind in IN_LOBBY and table.sitting.status != "lobby":
        raise Refused("not-now", "The game has begun.")
    return noted(HANDLERS[kind](table, call, command), call)


def noted(change: Change, call: Call) -> Change:
    """Return the change with the command's time recorded in the caller's pending move."""
    own = change.table.pending_of(call.seat)
    if own is None or own.at >= call.at or not change.entries:
        return change
    later = replace(own, at=call.at)
    pending = tuple(later if move is own else move for move in change.table.pending)
    return replace(change, table=replace(change.table, pending=pending))


def hasten(table: Table, call: Call, command: protocol.Hasten) -> Change:
    """Set whether bots answer without a pause. Raises Refused."""
    if table.is_silent and table.sitting.hasten:
        raise Refused("not-now", "This game is played in silence: the bots keep their pace.")
    change = lobby_step(table, call, command, replace(table.sitting, hasten=command.hasten))
    if not command.hasten or table.is_silent:
        return change
    pending = tuple(
        replace(move, due=call.at) if move.kind == "bot" else move for move in table.pending
    )
    return replace(change, table=replace(change.table, pending=pending))


IN_LOBBY = {protocol.Choose, protocol.Begin}
"""Types of commands that are possible only in the lobby."""
BY_HOST = {
    *IN_LOBBY,
    protocol.Hasten,
    protocol.Nudges,
    protocol.LetTalk,
    protocol.LetWatch,
    protocol.EndScreens,
    protocol.End,
    protocol.SeatBot,
    protocol.Vacate,
    protocol.Readmit,
    protocol.MakeHost,
}
"""Types of commands that only the host may give."""
HANDLERS: dict[type[protocol.Command], Handler] = {
    protocol.Act: play.act,
    protocol.Rename: lobby.rename,
    protocol.Again: succession.again,
    protocol.Hasten: hasten,
    protocol.LetWatch: watching.let_watch,
    protocol.ShowHand: watching.show_hand,
    protocol.EndScreens: watching.end_screens,
    protocol.Nudge: idle.nudge,
    protocol.Nudges: idle.set_nudges,
    protocol.React: talk.react,
    protocol.Say: talk.say,
    protocol.Write: talk.write,
    protocol.LetTalk: talk.let_talk,
    protocol.Substitute: absence.substitute,
    protocol.Skip: absence.skip,
    protocol.Allow: advice.allow,
    protocol.Advise: advice.ask_for_advice,
    protocol.Leave: absence.leave,
    protocol.Return: idle.come_back,
    protocol.End: absence.end,
    protocol.SeatBot: lobby.seat_bot,
    protocol.Vacate: lobby.vacate,
    protocol.Readmit: lobby.readmit,
    protocol.MakeHost: requests.make_host,
    protocol.Request: requests.ask,
    protocol.Agree: requests.agree,
    protocol.Decline: requests.decline,
    protocol.Choose: lobby.choose,
    protocol.Begin: lobby.begin,
}
"""The handler for each type of command."""


def is_secret(table: Table, command: protocol.Command) -> bool:
    """Whether a command may have to stay hidden from other seats in a silent game."""
    if not isinstance(command, protocol.Act):
        return isinstance(command, protocol.Leave | protocol.Return | protocol.ShowHand)
    with suppress(Refused):
        return isinstance(decode(command.action, table.game.actions, ""), Anytime)
    return False


def logged(table: Table, seat: Seat, command: protocol.Command) -> protocol.Command:
    """Return a seat's command with `head` converted from the seat's numbering to the log's."""
    if not isinstance(command, protocol.Act | protocol.Skip) or not table.sitting.asides:
        return command
    return replace(command, head=table.visible_seq(seat).logged(command.head))
