"""The Kakapo: difficulty of missions, measured by the reference bot's win rate."""

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
"""Number of deals for a grade: those of seeds 0 to 399."""
SEATS: dict[Mode, tuple[int, ...]] = {"buddy": (2,), "party": (4, 3)}
"""Numbers of seats that are graded, by mode. The grade for the first one determines the order of
the missions.
"""


def grade(mission: Mission, seats: int, deals: int = DEALS) -> Grade:
    """Grade a linted mission on the fixed deals. Takes a few milliseconds per game."""
    won = sum(is_won(play_game(deal_of(mission, seats, seed), seed)) for seed in range(deals))
    return Grade(seats, deals, won, VERSION)


def open_grade(mission: Mission, seats: int, deals: int) -> Grade:
    """Count how many of the first `deals` deals are found to be winnable with open hands."""
    won = sum(winning_line(deal_of(mission, seats, seed)) is not None for seed in range(deals))
    return Grade(seats, deals, won, VERSION)


def deal_of(mission: Mission, seats: int, seed: int) -> State:
    """Return the state after the deal with this seed."""
    state = rules.setup(Options(mission=mission), seats)
    return rules.apply(state, CHANCE, rules.chance(state, Rng(seed))).state


def play_game(state: State, seed: int) -> State:
    """Return the final state of a game between reference bots, each with a separate random
    generator.
    """
    seats = len(state.hands)
    rngs = [Rng(seeds.bits()) for seeds in (Rng(seats * seed + seat) for seat in range(seats))]
    while owing := rules.to_act(state):
        seat = owing[0]
        state = rules.apply(state, seat, act(view(state, seat), seat, rngs[seat])).state
    return state


def is_won(state: State) -> bool:
    """Whether the mission has succeeded."""
    return isinstance(state.phase, Over) and state.phase.reason == "scanned"
