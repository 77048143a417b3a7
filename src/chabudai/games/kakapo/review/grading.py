"""The Kakapo: how hard a mission is, by how often the reference bot wins it."""

from chabudai.core import CHANCE, Rng
from chabudai.games.kakapo import rules
from chabudai.games.kakapo.bots.reference import VERSION, act
from chabudai.games.kakapo.components.cards import Mode
from chabudai.games.kakapo.components.missions import Mission
from chabudai.games.kakapo.review.certificates import Grade
from chabudai.games.kakapo.solver.open_hands import winning_line
from chabudai.games.kakapo.state import Options, Over, State
from chabudai.games.kakapo.view import view

DEALS = 400
"""Deals of a grade: those of seeds 0 to 399."""
SEATS: dict[Mode, tuple[int, ...]] = {"buddy": (2,), "party": (4, 3)}
"""By mode, the numbers of seats that are graded; missions are ordered by the first."""


def grade(mission: Mission, seats: int, deals: int = DEALS) -> Grade:
    """The grade of a linted mission on the fixed deals. Some milliseconds a game."""
    won = sum(is_won(play_game(deal_of(mission, seats, seed), seed)) for seed in range(deals))
    return Grade(seats, deals, won, VERSION)


def open_grade(mission: Mission, seats: int, deals: int) -> Grade:
    """How many of the first `deals` deals can be won with open hands, at least."""
    won = sum(winning_line(deal_of(mission, seats, seed)) is not None for seed in range(deals))
    return Grade(seats, deals, won, VERSION)


def deal_of(mission: Mission, seats: int, seed: int) -> State:
    """The state after the deal of a seed."""
    state = rules.setup(Options(mission=mission), seats)
    return rules.apply(state, CHANCE, rules.chance(state, Rng(seed))).state


def play_game(state: State, seed: int) -> State:
    """The final state of a game of reference bots, each with its own generator."""
    seats = len(state.hands)
    rngs = [Rng(seeds.bits()) for seeds in (Rng(seats * seed + seat) for seat in range(seats))]
    while owing := rules.to_act(state):
        seat = owing[0]
        state = rules.apply(state, seat, act(view(state, seat), seat, rngs[seat])).state
    return state


def is_won(state: State) -> bool:
    """Whether the mission has succeeded."""
    return isinstance(state.phase, Over) and state.phase.reason == "scanned"
