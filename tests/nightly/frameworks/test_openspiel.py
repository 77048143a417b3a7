"""OpenSpiel's own tests of our games, the exact values of tiny games, and additional tests."""

import copy
import pickle
import random
import re
from collections.abc import Iterator
from itertools import product
from typing import Any, Literal

import pyspiel
import pytest
from numpy.random import RandomState
from open_spiel.python import policy
from open_spiel.python.algorithms import (
    best_response,
    cfr,
    expected_game_score,
    exploitability,
    ismcts,
    mcts,
)

from chabudai.adapters import miniatures, openspiel
from chabudai.games import GAMES
from chabudai.games.word_porters.state import Hinting, Vote

openspiel.register()
openspiel.register()
TABLES = [
    (name, seats) for name, game in GAMES.items() for seats in {3, game.seats[-1]} & {*game.seats}
]


def loaded(name: str, **params: Any) -> pyspiel.Game:
    few = {"outcomes": 8, "most_moves": 300}
    return pyspiel.load_game(openspiel.short_name(GAMES[name]), {**few, **params})


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_games_at_random_with_copies_and_histories(name: str, seats: int) -> None:
    game = loaded(name, players=seats)
    assert game.num_players() == seats
    pyspiel.random_sim_test(game, num_sims=1, serialize=False, verbose=False)


@pytest.mark.parametrize("name", GAMES)
def test_short_games_are_serialized_and_deserialized(name: str) -> None:
    pyspiel.random_sim_test(loaded(name, most_moves=12), num_sims=1, serialize=True, verbose=False)


def go_on(state: pyspiel.State, rng: random.Random, most: int) -> None:
    """Make at most `most` random moves, including chance moves."""
    while most and not state.is_terminal():
        most -= 1
        if state.is_chance_node():
            state.apply_action(rng.choice(state.chance_outcomes())[0])
        else:
            state.apply_action(rng.choice(state.legal_actions()))


@pytest.mark.parametrize("name", GAMES)
def test_a_copy_continues_in_the_same_way(name: str) -> None:
    state = loaded(name).new_initial_state()
    go_on(state, random.Random(1), 20)
    copies = (state.clone(), copy.deepcopy(state), pickle.loads(pickle.dumps(state)))
    go_on(state, random.Random(2), 20)
    for each in copies:
        go_on(each, random.Random(2), 20)
        assert str(each) == str(state)


def test_unoffered_actions_and_unknown_outcomes_are_refused() -> None:
    state = loaded("word-bank").new_initial_state()
    with pytest.raises(ValueError, match=r"^There is no outcome 8: there are 8, from 0\.$"):
        state.apply_action(8)
    state.apply_action(0)
    seat = state.current_player()
    with pytest.raises(ValueError, match=rf"^Seat {seat} is not offered action 3000\.$"):
        state.apply_action(3000)
    go_on(state, random.Random(1), 300)
    with pytest.raises(ValueError, match=r"^The game is over\.$"):
        state.apply_action(1)
    with pytest.raises(ValueError, match="outcomes is a number from 1 on, not 0"):
        loaded("word-bank", outcomes=0)


@pytest.mark.parametrize("name", GAMES)
def test_an_imagined_state_is_the_same_to_the_seat_that_imagines(name: str) -> None:
    state, rng = loaded(name).new_initial_state(), random.Random(2)
    for _ in range(6):
        go_on(state, rng, 3)
        if state.is_chance_node() or state.is_terminal():
            continue
        seat = state.current_player()
        known, offered = state.information_state_string(seat), state.legal_actions()
        for _ in range(3):
            imagined = state.resample_from_infostate(seat, rng.random)
            assert imagined.information_state_string(seat) == known
            assert imagined.legal_actions() == offered
            go_on(imagined, rng, 5)
        assert state.information_state_string(seat) == known


def test_an_information_state_remembers_what_the_table_no_longer_shows() -> None:
    start = loaded("quiddler").new_initial_state()
    state, spelled = next(
        (drawn, number)
        for drawn in (start.child(outcome).child(1) for outcome in range(8))
        for number in drawn.legal_actions()
        if 34 <= number < 65
    )
    seat = state.current_player()
    after = state.child(spelled).child(67)
    assert after.observation_string(seat) == state.observation_string(seat)
    assert after.information_state_string(seat) != state.information_state_string(seat)
    assert after.information_state_string(1 - seat) == state.information_state_string(1 - seat)


def test_a_mission_is_a_parameter_and_a_team_has_one_utility() -> None:
    game = pyspiel.load_game("chabudai_kakapo(mission=party/3,outcomes=2)")
    assert game.num_players() == 3
    assert game.get_type().utility == pyspiel.GameType.Utility.IDENTICAL
    state = game.new_initial_state()
    go_on(state, random.Random(1), 10_000)
    assert len({*state.returns()}) == 1
    quiddler = pyspiel.load_game("chabudai_quiddler", {"first_dealer": "#1", "outcomes": 2})
    assert quiddler.get_type().utility == pyspiel.GameType.Utility.GENERAL_SUM
    assert "first_dealer=#1" in str(quiddler)
    state = quiddler.new_initial_state()
    state.apply_action(0)
    assert state.current_player() == 0


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("chabudai_kakapo(mision=3)", "Unknown parameter 'mision'"),
        ("chabudai_kakapo(players=2,mission=party/3)", "cannot be played by 2. (KK-6)"),
        ("chabudai_quiddler(lexicon=klingon)", "Invalid enum value 'klingon'"),
        ("chabudai_kakapo(reward=shaped)", "returns are final: reward is win, score or margin."),
    ],
)
def test_unknown_and_impossible_parameters_are_refused(name: str, sentence: str) -> None:
    with pytest.raises((ValueError, RuntimeError), match=re.escape(sentence)):
        pyspiel.load_game(name)


@pytest.mark.parametrize("name", ["kakapo", "word-porters"])
def test_openspiels_search_plays_a_legal_move(name: str) -> None:
    game, random_state = loaded(name), RandomState(1)
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(0)
    rollouts = mcts.RandomRolloutEvaluator(1, random_state)
    bot = ismcts.ISMCTSBot(game, rollouts, 2.0, 4, random_state=random_state)
    assert bot.step(state) in state.legal_actions()


def states(state: pyspiel.State) -> Iterator[pyspiel.State]:
    yield state
    if not state.is_terminal():
        chance = state.is_chance_node()
        for number in dict(state.chance_outcomes()) if chance else state.legal_actions():
            yield from states(state.child(number))


SOLVED = [("quiddler", 60, (4.0, -4.0)), ("kakapo", 30, (0.5, 0.5))]
"""Miniatures for two, the iterations that solve them, and their value by seat."""
ENDS = {"quiddler": 240, "kakapo": 108, "word_porters": 31_104}
"""The number of endings of each miniature."""


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
    found, sampler = set(), random.Random(1)
    for _ in range(100):
        imagined = state.resample_from_infostate(2, sampler.random)
        assert imagined.information_state_string(2) == known
        table = imagined.now.state
        found.add((table.identities, table.phase.votes[:2]))
    assert {numbers for numbers, _ in found} == {(2, 3, 1), (3, 2, 1)}
    assert {number for _, votes in found for vote in votes for number in vote} == {0, 1, 2, 3}


def test_word_porters_at_random_has_the_value_derived_by_hand() -> None:
    game = miniatures.word_porters()
    start, random = game.new_initial_state(), policy.UniformRandomPolicy(game)
    # A seat gets a point for each right vote among its own two and the two on its word (WP-38). A
    # random vote is right in a third of cases (WP-33).
    found = expected_game_score.policy_value(start, [random] * 3)
    assert found == pytest.approx([4 / 3] * 3)
    # Random hints say nothing, so a seat gains only by not voting with its own number (WP-36).
    best = best_response.BestResponsePolicy(game, 0, random)
    assert best.value(start) == pytest.approx(2 / 2 + 2 / 3)


class Telling(policy.Policy):
    """A convention: the first hint of each seat encodes its word, and all vote accordingly.

    If a seat's word is number n of the words that are not encoded yet, it takes open hint word
    number n.
    """

    def __init__(self, game: pyspiel.Game) -> None:
        super().__init__(game, list(range(game.num_players())))

    def action_probabilities(self, state: Any, player_id: int | None = None) -> dict[int, float]:
        """Choose an action for the seat whose turn it is, based only on its view."""
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
    assert found == pytest.approx([4] * 3)  # all votes are right (WP-41)
    assert exploitability.nash_conv(game, telling) == pytest.approx(0)
