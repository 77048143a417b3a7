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


def test_cfr_solves_the_miniature_of_quiddler() -> None:
    game = miniatures.quiddler()
    solver = cfr.CFRPlusSolver(game)
    for _ in range(60):
        solver.evaluate_and_update_policy()
    policy = solver.average_policy()
    gap = exploitability.nash_conv(game, policy)
    values = expected_game_score.policy_value(game.new_initial_state(), [policy] * 2)
    assert gap < 0.05
    assert values == pytest.approx([4.0, -4.0], abs=gap)


def test_an_information_state_has_the_same_actions_in_every_deal() -> None:
    offered: dict[str, list[str]] = {}
    every = list(states(miniatures.quiddler().new_initial_state()))
    assert sum(state.is_terminal() for state in every) == 240
    for state in every:
        if state.current_player() >= 0:
            seat = state.current_player()
            actions = [state.action_to_string(seat, each) for each in state.legal_actions()]
            known = offered.setdefault(state.information_state_string(seat), actions)
            assert known == actions
    assert 0 < len(offered) < sum(state.current_player() >= 0 for state in every)


def test_ismcts_plays_a_miniature_to_its_end() -> None:
    game, random_state = miniatures.quiddler(), RandomState(1)
    rollouts = mcts.RandomRolloutEvaluator(1, random_state)
    bot = ismcts.ISMCTSBot(
        game, rollouts, 10.0, 30, random_state=random_state, allow_inconsistent_action_sets=True
    )
    state = game.new_initial_state()
    state.apply_action(0)
    while not state.is_terminal():
        state.apply_action(bot.step(state))
    assert sum(state.returns()) == 0
