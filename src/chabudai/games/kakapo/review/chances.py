"""The Kakapo: the earliest possible win from a table, with all hands open. Searches are limited by
effort, not by time, so the same table always has the same result.
"""

from typing import NamedTuple

from msgspec.structs import replace

from chabudai.core import Seat
from chabudai.games.kakapo import rules
from chabudai.games.kakapo.components.cards import MODES, ROUNDS
from chabudai.games.kakapo.review.hindsight import line_from
from chabudai.games.kakapo.solver.open_hands import Effort, Line
from chabudai.games.kakapo.solver.settling import Thoroughness, settle
from chabudai.games.kakapo.state import Action, Placing, Select, State

THOROUGH = Thoroughness(steps=200_000, rounds=8_000)
"""Limits of each exhaustive search. There may be dozens of them."""
BRISK = Effort(steps=20_000, plans=6, turns=10)
"""Limits of each heuristic search, if the exhaustive one fails."""


class Win(NamedTuple):
    """A winning line, and the round of the win."""

    line: Line
    round: int


class Outlook(NamedTuple):
    """The earliest win that was found from a table, if any. If `lost`, it is proved that no win
    exists.
    """

    win: Win | None
    lost: bool


def last_round(state: State) -> int:
    """KK-43: return the number of rounds of a mission."""
    return ROUNDS[MODES[len(state.hands)]]


def outlook(state: State, soonest: int = 1) -> Outlook:
    """Find the earliest win from a table in round `soonest` or later. Takes up to a second or two.

    Short searches are fast, so the search starts with few rounds and adds one after each failure.
    """
    whole = win_by(state, last_round(state))
    if whole.win is None:
        return whole
    limits = range(max(state.round, soonest), whole.win.round)
    sooner = (found for limit in limits if (found := win_by(state, limit)).win is not None)
    return next(sooner, whole)


def win_by(state: State, limit: int) -> Outlook:
    """Find a win by round `limit`, searching a copy of the table that has fewer rounds left."""
    if limit < state.round:
        return Outlook(None, lost=True)
    late = replace(state, round=state.round + last_round(state) - limit)
    settled = settle(late, THOROUGH)
    if settled.lost:
        return Outlook(None, lost=True)
    line = settled.line if settled.line is not None else line_from(late, BRISK)
    if line is None:
        return Outlook(None, lost=False)
    selected = [action for _, action in line if isinstance(action, Select)]
    rounds = len(selected) + isinstance(state.phase, Placing)
    return Outlook(Win(line, max(state.round, state.round + rounds - 1)), lost=False)


def outlook_after(state: State, seat: Seat, action: Action, best: Win | None) -> Outlook:
    """Find the earliest win after an action. This win cannot be earlier than `best`, the earliest
    win known before the action.
    """
    if best is not None and best.line[0] == (seat, action):
        return Outlook(Win(best.line[1:], best.round), lost=False)
    soonest = 1 if best is None else best.round
    return outlook(rules.apply(state, seat, action).state, soonest)
