"""The Kakapo: the earliest round of a win from a table, with all hands open.

Searches are limited by effort, not by time, so the same table always has the same result.
"""

from typing import NamedTuple

from msgspec.structs import replace

from chabudai.core import Seat
from chabudai.games.kakapo import rules
from chabudai.games.kakapo.components.cards import MODES, ROUNDS
from chabudai.games.kakapo.review.hindsight import settled_at
from chabudai.games.kakapo.solver.open_hands import Line
from chabudai.games.kakapo.state import Action, Placing, Select, State


class Win(NamedTuple):
    """A winning line, and the round of the win."""

    line: Line
    round: int


class Outlook(NamedTuple):
    """The earliest win that is found from a table, if any. If `lost`, it is proved that none
    exists.
    """

    win: Win | None
    lost: bool


def last_round(state: State) -> int:
    """KK-43: return the number of rounds of a mission."""
    return ROUNDS[MODES[len(state.hands)]]


def outlook(state: State) -> Outlook:
    """Find the earliest win from a table. Takes up to a few seconds."""
    win, lost = first = win_by(state, last_round(state))
    if win is None:
        return first
    while (sooner := win_by(state, win.round - 1).win) is not None:
        win = sooner
    return Outlook(win, lost)


def win_by(state: State, limit: int) -> Outlook:
    """Find a win in round `limit` at the latest.

    The table is treated as one with fewer rounds left.
    """
    if limit < state.round:
        return Outlook(None, lost=True)
    found = settled_at(replace(state, round=state.round + last_round(state) - limit), 1)
    if found.line is None:
        return Outlook(None, found.lost)
    selected = [action for _, action in found.line if isinstance(action, Select)]
    rounds = len(selected) + isinstance(state.phase, Placing)
    return Outlook(Win(found.line, max(state.round, state.round + rounds - 1)), lost=False)


def outlook_after(state: State, seat: Seat, action: Action, best: Win | None) -> Outlook:
    """Find the earliest win after an action. `best` is the one before it, if known."""
    if best is not None and best.line[0] == (seat, action):
        return Outlook(Win(best.line[1:], best.round), lost=False)
    return outlook(rules.apply(state, seat, action).state)
