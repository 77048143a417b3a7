"""What the command of a seated guest changes at the table. Pure."""

from collections.abc import Callable
from contextlib import suppress
from typing import Any, TypeAlias, TypeVar

from msgspec.structs import replace

from chabudai.core import Anytime, Seat, Struct
from chabudai.server import wire
from chabudai.server.absence import end, leave, skip, substitute, take_back
from chabudai.server.advice import allow, ask_for_advice
from chabudai.server.encoding import decode
from chabudai.server.lobby import again, begin, choose, is_silent, rename, resize, seat_bot, vacate
from chabudai.server.play import act
from chabudai.server.refusal import Refused
from chabudai.server.table import Call, Change, Table, amend, lobby_step

Command: TypeAlias = (
    wire.Act
    | wire.SeatBot
    | wire.Vacate
    | wire.Substitute
    | wire.Skip
    | wire.Leave
    | wire.Return
    | wire.End
    | wire.Resize
    | wire.Choose
    | wire.Rename
    | wire.Begin
    | wire.Again
    | wire.Hasten
    | wire.Allow
    | wire.Advise
)
C = TypeVar("C", bound=Struct)
Handler: TypeAlias = Callable[[Table, Call, C], Change]


def carry_out(table: Table, call: Call, command: Command) -> Change:
    """What a seated guest's command changes. Raises Refused, or Illegal."""
    return HANDLERS[type(command)](table, call, command)


def by_host(handler: Handler[C]) -> Handler[C]:
    """The handler of a command that only the host may give."""

    def checked(table: Table, call: Call, command: C) -> Change:
        if call.seat != table.sitting.host:
            raise Refused("not-host", "Only the host can do that.")
        return handler(table, call, command)

    return checked


def in_lobby(handler: Handler[C]) -> Handler[C]:
    """The handler of a command that only the host may give, and only before the game."""

    def checked(table: Table, call: Call, command: C) -> Change:
        if table.sitting.status != "lobby":
            raise Refused("not-now", "The game has begun.")
        return handler(table, call, command)

    return by_host(checked)


def hasten(table: Table, call: Call, command: wire.Hasten) -> Change:
    """Bots answer without a pause from now on, or with one."""
    if is_silent(table) and table.sitting.hasten:
        raise Refused("not-now", "This game is played in silence: the bots keep their pace.")
    change = lobby_step(table, call, command, amend(table.sitting, hasten=command.hasten))
    if not command.hasten or is_silent(table):
        return change
    pending = tuple(
        replace(move, due=call.at) if move.kind == "bot" else move for move in table.pending
    )
    return replace(change, table=replace(change.table, pending=pending))


HANDLERS: dict[type[Struct], Handler[Any]] = {
    wire.Act: act,
    wire.Rename: rename,
    wire.Again: again,
    wire.Hasten: by_host(hasten),
    wire.Substitute: substitute,
    wire.Skip: skip,
    wire.Allow: allow,
    wire.Advise: ask_for_advice,
    wire.Leave: leave,
    wire.Return: take_back,
    wire.End: by_host(end),
    wire.SeatBot: by_host(seat_bot),
    wire.Vacate: by_host(vacate),
    wire.Resize: in_lobby(resize),
    wire.Choose: in_lobby(choose),
    wire.Begin: in_lobby(begin),
}
"""What carries out each type of command."""


def is_secret(table: Table, command: Command) -> bool:
    """Whether a command may be one of which nobody else is to learn in a silent game."""
    if not isinstance(command, wire.Act):
        return isinstance(command, wire.Leave | wire.Return)
    with suppress(Refused):
        return isinstance(decode(command.action, table.game.actions, ""), Anytime)
    return False


def logged(table: Table, seat: Seat, command: Command) -> Command:
    """A seat's command with the step it was decided on as the log numbers it."""
    if not isinstance(command, wire.Act | wire.Skip) or not table.sitting.asides:
        return command
    return replace(command, head=table.visible_seq(seat).logged(command.head))
