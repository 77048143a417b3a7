"""What a command of somebody who sits at a table makes of it. Pure."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any, TypeAlias

import msgspec

from chabudai.core import Struct
from chabudai.server import wire
from chabudai.server.lobby import again, begin, choose, is_silent, rename, resize, seat_bot, vacate
from chabudai.server.play import act
from chabudai.server.table import Call, Change, Refused, Table, agree, settle_lobby

Command: TypeAlias = (
    wire.Act
    | wire.SeatBot
    | wire.Vacate
    | wire.Resize
    | wire.Choose
    | wire.Rename
    | wire.Begin
    | wire.Again
    | wire.Hasten
)


def obey(table: Table, call: Call, command: Command) -> Change:
    """What a seated guest's command makes of the table. Raises Refused, or Illegal."""
    match command:
        case wire.Act():
            return act(table, call, command)
        case wire.Rename():
            return rename(table, call, command)
        case wire.Again():
            return again(table, call, command)
        case wire.Hasten():
            check_host(table, call)
            return hurry(table, call, command)
        case _:
            check_host(table, call)
            check_lobby(table)
            return ARRANGE[type(command)](table, call, command)


def check_host(table: Table, call: Call) -> None:
    """Raises Refused unless the host commands."""
    if call.seat != table.sitting.host:
        raise Refused("not-host", "Only the host can do that.")


def check_lobby(table: Table) -> None:
    """Raises Refused unless the game has yet to begin."""
    if table.sitting.status != "lobby":
        raise Refused("not-now", "The game has begun.")


def hurry(table: Table, call: Call, command: wire.Hasten) -> Change:
    """Bots answer without a pause from now on, or with one."""
    if is_silent(table) and table.sitting.hasten:
        raise Refused("not-now", "This game is played in silence: the bots keep their pace.")
    change = settle_lobby(table, call, command, agree(table.sitting, hasten=command.hasten))
    if not command.hasten or is_silent(table):
        return change
    pending = tuple(
        msgspec.structs.replace(move, due=call.at) if move.kind == "bot" else move
        for move in table.pending
    )
    return replace(change, table=replace(change.table, pending=pending))


ARRANGE: dict[type[Struct], Callable[[Table, Call, Any], Change]] = {
    wire.SeatBot: seat_bot,
    wire.Vacate: vacate,
    wire.Resize: resize,
    wire.Choose: choose,
    wire.Begin: begin,
}
"""What the host may do in the lobby."""
