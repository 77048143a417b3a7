"""Miniatures have the values that OpenSpiel's algorithms find."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from random import Random
from typing import Any, Literal

import numpy as np
import pyspiel
import pytest
from open_spiel.python import policy
from open_spiel.python.algorithms import (
    best_response,
    cfr,
    expected_game_score,
    exploitability,
    external_sampling_mccfr,
)

from chabudai.adapters import miniatures
from chabudai.games.word_porters.state import Hinting, Vote


def states(state: pyspiel.State) -> Iterator[pyspiel.State]:
    """Yield a state and all that can follow it."""
    yield state
    if not state.is_terminal():
        chance = state.is_chance_node()
        for number in dict(state.chance_outcomes()) if chance else state.legal_actions():
            yield from states(state.child(number))


SOLVED = [("quiddler", 60, (4.0, -4.0)), ("kakapo", 30, (0.5, 0.5))]
"""Miniatures for two, the iterations that solve them, and their value by seat."""
ENDS = {"quiddler": 240, "kakapo": 108, "word_porters": 31_104}
"""The number of ends of each miniature."""


@pytest.mark.parametrize(("name", "iterations", "value"), SOLVED)
def test_cfr_finds_the_value(name: str, iterations: int, value: tuple[float, float]) -> None:
    game = getattr(miniatures, name)()
    solver = cfr.CFRPlusSolver(game)
    for _ in range(iterations):
        solver.evaluate_and_update_policy()
    policy = solver.average_policy()
    gap = exploitability.nash_conv(game, policy)
    assert gap < 0.05
    found = expected_game_score.policy_value(game.new_initial_state(), [policy] * 2)
    assert found == pytest.approx(value, abs=gap)


@pytest.mark.parametrize("name", ENDS)
def test_an_information_state_has_the_same_actions_in_every_deal(name: str) -> None:
    offered: dict[str, list[int]] = {}
    turns, ends = 0, 0
    for state in states(getattr(miniatures, name)().new_initial_state()):
        seat = state.current_player()
        ends += state.is_terminal()
        if seat >= 0:
            turns += 1
            known = state.information_state_string(seat)
            assert offered.setdefault(known, state.legal_actions()) == state.legal_actions()
    assert 0 < len(offered) < turns
    assert ends == ENDS[name]


def test_word_porters_imagines_only_numbers_of_words_on_the_table() -> None:
    state = miniatures.word_porters().new_initial_state()
    while state.current_player() != 2 or len(state.now.state.placed) < 4:
        state.apply_action(state.legal_actions()[-1])
    known = state.information_state_string(2)
    found, sampler = set(), Random(1)
    for _ in range(100):
        imagined = state.resample_from_infostate(2, sampler.random)
        assert imagined.information_state_string(2) == known
        table = imagined.now.state
        found.add((table.identities, table.phase.votes[:2]))
    assert {numbers for numbers, _ in found} == {(2, 3, 1), (3, 2, 1)}
    assert {number for _, votes in found for vote in votes for number in vote} == {0, 1, 2, 3}


def value_at_random(words: int) -> Fraction:
    """Return a seat's value in Word Porters if all seats play at random.

    A vote is equally often each number, so it is right with probability 1 / `words` (WP-33). A seat
    gets a point for each of its two right votes, and of the two for its own word (WP-38).
    """
    return 4 * Fraction(1, words)


def value_against_random(words: int) -> Fraction:
    """Return the value of the best response to seats that play at random.

    Their hints say nothing and their votes ignore hints, so a seat gains only by not voting with
    its own number (WP-36).
    """
    return 2 * Fraction(1, words - 1) + 2 * Fraction(1, words)


MOST = 4
"""WP-41: points of a seat if all votes are right."""


def at_random(state: pyspiel.State) -> tuple[float, ...]:
    """Return each seat's value of a state if all seats play at random."""
    random = policy.UniformRandomPolicy(state.get_game())
    return tuple(expected_game_score.policy_value(state, [random] * 3))


def test_word_porters_at_random_has_the_value_derived_by_hand() -> None:
    game = miniatures.word_porters()
    random = policy.UniformRandomPolicy(game)
    assert at_random(game.new_initial_state()) == pytest.approx([value_at_random(3)] * 3)
    best = best_response.BestResponsePolicy(game, 0, random)
    assert best.value(game.new_initial_state()) == pytest.approx(value_against_random(3))


def test_word_porters_with_four_words_at_random_has_the_value_derived_by_hand() -> None:
    start = miniatures.word_porters(4).new_initial_state()
    assert len(start.chance_outcomes()) == 24
    # Votes at random depend on no word, so each deal has the value of the game.
    assert at_random(start.child(23)) == pytest.approx([value_at_random(4)] * 3)


class Telling(policy.Policy):
    """A convention: the first hint of each seat tells its word, and all vote accordingly.

    A seat with the n-th of the words not told takes the n-th hint word that is open.
    """

    def __init__(self, game: pyspiel.Game) -> None:
        super().__init__(game, list(range(game.num_players())))

    def action_probabilities(self, state: Any, player_id: int | None = None) -> dict[int, float]:
        """Return the action of the seat on turn. It follows from the seat's view."""
        seat = state.current_player()
        offer = state.offer(seat)
        view = offer.view
        told, left, spots = [], [*range(1, len(view.words) + 1)], [*product((0, 1), (0, 1))]
        for placed in view.placed[:3]:
            rank = spots.index((placed.card, placed.word))
            del spots[rank]
            told.append(left.pop(min(rank, len(left) - 1)))
        own = view.identities[seat]
        if isinstance(view.phase, Hinting):
            return {offer.numbers[left.index(own) if own in left else 0]: 1.0}
        told[seat] = 0
        votes = Vote(tuple(told))
        return {next(number for number in offer.numbers if offer.actions[number] == votes): 1.0}


@pytest.mark.parametrize("words", [3, 4])
def test_telling_all_words_is_an_equilibrium_with_the_most_points(words: Literal[3, 4]) -> None:
    game = miniatures.word_porters(words)
    telling = Telling(game)
    found = expected_game_score.policy_value(game.new_initial_state(), [telling] * 3)
    assert found == pytest.approx([MOST] * 3)
    assert exploitability.nash_conv(game, telling) == pytest.approx(0)
    assert value_at_random(words) < value_against_random(words) < MOST


def test_cfr_learns_to_give_hints() -> None:
    game = miniatures.word_porters()
    np.random.seed(1)
    solver = external_sampling_mccfr.ExternalSamplingSolver(game)
    for _ in range(60):
        solver.iteration()
    learnt = [solver.average_policy()] * 3
    without_hints = 4 * Fraction(1, 2)  # if no seat votes with its own number
    found = expected_game_score.policy_value(game.new_initial_state(), learnt)
    assert without_hints < min(found) <= max(found) <= MOST
