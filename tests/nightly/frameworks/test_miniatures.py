"""Miniatures have the values that OpenSpiel's algorithms find."""

from collections.abc import Iterator

import pyspiel
import pytest
from numpy.random import RandomState
from open_spiel.python.algorithms import cfr, expected_game_score, exploitability, ismcts, mcts

from chabudai.adapters import miniatures


def states(state: pyspiel.State) -> Iterator[pyspiel.State]:
    """Yield a state and all that can follow it."""
    yield state
    if not state.is_terminal():
        chance = state.is_chance_node()
        for number in dict(state.chance_outcomes()) if chance else state.legal_actions():
            yield from states(state.child(number))


SOLVED = [("quiddler", 60, 240, (4.0, -4.0)), ("kakapo", 30, 108, (0.5, 0.5))]
"""Each miniature, the iterations that solve it, its number of ends, and its value by seat."""


@pytest.mark.parametrize(("name", "iterations", "ends", "value"), SOLVED)
def test_cfr_finds_the_value(
    name: str, iterations: int, ends: int, value: tuple[float, float]
) -> None:
    game = getattr(miniatures, name)()
    assert sum(state.is_terminal() for state in states(game.new_initial_state())) == ends
    solver = cfr.CFRPlusSolver(game)
    for _ in range(iterations):
        solver.evaluate_and_update_policy()
    policy = solver.average_policy()
    gap = exploitability.nash_conv(game, policy)
    assert gap < 0.05
    found = expected_game_score.policy_value(game.new_initial_state(), [policy] * 2)
    assert found == pytest.approx(value, abs=gap)


@pytest.mark.parametrize("name", ["quiddler", "kakapo"])
def test_an_information_state_has_the_same_actions_in_every_deal(name: str) -> None:
    offered: dict[str, list[int]] = {}
    turns = 0
    for state in states(getattr(miniatures, name)().new_initial_state()):
        seat = state.current_player()
        if seat >= 0:
            turns += 1
            known = state.information_state_string(seat)
            assert offered.setdefault(known, state.legal_actions()) == state.legal_actions()
    assert 0 < len(offered) < turns


@pytest.mark.parametrize("name", ["quiddler", "kakapo"])
def test_ismcts_plays_a_miniature_to_its_end(name: str) -> None:
    game, random_state = getattr(miniatures, name)(), RandomState(1)
    rollouts = mcts.RandomRolloutEvaluator(1, random_state)
    bot = ismcts.ISMCTSBot(
        game, rollouts, 10.0, 30, random_state=random_state, allow_inconsistent_action_sets=True
    )
    state = game.new_initial_state()
    state.apply_action(0)
    while not state.is_terminal():
        state.apply_action(bot.step(state))
    one, other = state.returns()
    assert one == (other if game.place.game.together else -other)
