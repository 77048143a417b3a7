"""Availability of the reasons for bots' moves. Pure functions."""

import msgspec

from chabudai.core import Disclosure, Seat
from chabudai.server.refusal import Refused
from chabudai.server.tables.decide import BOT, STAND_IN, Entry, Move, Table


def says_why(table: Table) -> bool:
    """Whether reasons for bots' moves can be available. In a silent game they are available only at
    its end.
    """
    state, game = table.state, table.game
    if game.extras.why is None or state is None:
        return False
    return not game.silent or game.outcome(state) is not None


def check_open(table: Table) -> None:
    """Raise Refused if reasons for bots' moves are not available."""
    if says_why(table):
        return
    if table.game.extras.why is None:
        raise Refused("malformed", "In this game bots do not say why.")
    if table.stopped is not None:
        raise Refused("not-now", "This game was stopped and cannot be replayed.")
    if table.state is None:
        raise Refused("not-now", "There is no game at this table.")
    if table.sitting.ended:
        raise Refused("not-now", "The host ended this game, so the reasons stay hidden.")
    raise Refused("not-now", "This game is played in silence: bots say why at its end.")


def reason_disclosure(table: Table, step: Entry, asker: Seat | None) -> Disclosure | None:
    """Return whether the reason for a step is public now or later, or None if the step has none."""
    if step.part != "play" or not is_bots(table, step, asker):
        return None
    return table.game.extras.reason_disclosure(
        msgspec.json.decode(step.action, type=table.game.actions)
    )


def is_bots(table: Table, move: Move | Entry, asker: Seat | None) -> bool:
    """Whether a bot made a move and `asker` is allowed to know that. In a silent game, stand-ins
    are known only to their own seat.
    """
    by = move.cmd.partition(":")[0]
    if by == STAND_IN:
        return not table.game.silent or move.seat == asker
    return by == BOT
