"""PettingZoo's tests of our environments, and our own."""

import copy
import pickle
import random
from functools import partial
from typing import Any, cast

import numpy as np
import pytest
from gymnasium.utils.env_checker import data_equivalence
from pettingzoo.test import api_test, parallel_api_test, parallel_seed_test, seed_test

from chabudai.adapters import aec, parallel
from chabudai.core import Illegal
from chabudai.games import GAMES
from tests.nightly.frameworks.support import SMALL

# PettingZoo warns about action masks in observations, except in its own environments.
pytestmark = [
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array"),
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be"),
]
TABLES = [
    (name, seats) for name, game in GAMES.items() for seats in {2, game.seats[-1]} & {*game.seats}
]


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_seats_one_after_the_other_and_simultaneously(name: str, seats: int) -> None:
    api_test(aec.env(name, seats), num_cycles=400)
    seed_test(lambda: aec.env(name, seats), num_cycles=100)
    parallel_api_test(parallel.parallel_env(name, seats), num_cycles=400)
    parallel_seed_test(lambda: parallel.parallel_env(name, seats), num_cycles=100)


@pytest.mark.parametrize("name", GAMES)
def test_compact_observations_have_the_masks_in_the_infos(name: str) -> None:
    api_test(aec.env(name, form="compact", words="numbers", infos="actions"), num_cycles=100)
    parallel_api_test(parallel.parallel_env(name, form="compact"), num_cycles=100)
    env = aec.env(name, form="compact")
    env.reset(seed=1)
    for agent in env.agent_iter(50):
        observation, _, ended, cut_off, info = cast("Any", env.last())
        assert observation.shape == env.observation_space(agent).shape
        env.step(None if ended or cut_off else int(info["action_mask"].argmax()))


def drawn(env: aec.TableEnv, rng: random.Random) -> int:
    seen: Any = env.observe(env.agent_selection)
    return rng.choice(np.flatnonzero(seen["action_mask"]).tolist())


def whole_game(env: aec.TableEnv, seed: int) -> list[tuple[str, Any, float]]:
    """Play at random, and return each agent, observation and reward until the end of the game."""
    rng, story = random.Random(seed), []
    for agent in env.agent_iter(3000):
        observation, reward, terminated, truncated, _ = env.last()
        story.append((agent, observation, reward))
        env.step(None if terminated or truncated else drawn(env, rng))
    return story


@pytest.mark.parametrize("name", GAMES)
def test_a_copy_at_any_moment_continues_in_the_same_way(name: str) -> None:
    env, rng = aec.raw_env(name), random.Random(3)
    env.reset(seed=7)
    for moves in range(12):
        copies = (env.clone(), copy.deepcopy(env), pickle.loads(pickle.dumps(env)))
        assert all(each.now == env.now and each.infos == env.infos for each in copies)
        assert all(each.now is env.now for each in copies[:2])
        if moves % 6 == 5:
            expected = whole_game(env.clone(), moves)
            assert all(data_equivalence(whole_game(each, moves), expected) for each in copies)
        if any(env.terminations.values()):
            break
        env.step(drawn(env, rng))


def test_the_game_after_a_seeded_one_is_another_and_always_the_same() -> None:
    firsts = []
    for _ in range(2):
        env = aec.raw_env("kakapo")
        env.reset(seed=5)
        one = env.observe("seat_0")
        env.reset()
        firsts.append(env.observe("seat_0"))
        assert not data_equivalence(one, firsts[-1])
    assert data_equivalence(firsts[0], firsts[1])


def test_unoffered_actions_are_refused() -> None:
    env = aec.raw_env(SMALL)
    for early in (env.render, env.last, partial(env.step, 1)):
        with pytest.raises(ValueError, match="has not been reset"):
            early()
    env.reset(seed=1)
    with pytest.raises(ValueError, match=r"^There is no agent 'bob': agents are \['seat_0', "):
        env.observe("bob")
    with pytest.raises(ValueError, match="seat_0 is not offered action 0"):
        env.step(0)
    with pytest.raises(Illegal):
        env.play(env.place.game.actions.__args__[2]())
    assert "{" not in env.render()


def test_simultaneous_moves_are_made_in_seat_order_unless_illegal_by_then() -> None:
    env = parallel.parallel_env("word-porters", 3, infos="actions")
    rng, most = random.Random(1), 0
    _, infos = env.reset(seed=4)
    while env.agents and not env.now.state.rounds:
        actions = {agent: rng.choice(list(infos[agent]["actions"])) for agent in env.agents}
        most = max(most, sum(map(bool, actions.values())))
        seen, rewards, over, _, infos = env.step(actions)
        assert set(seen) == set(rewards) == set(over)
    assert most == 3
    assert len(env.now.state.rounds) == 1


def test_an_unoffered_action_is_refused_and_its_seat_still_owes_a_move() -> None:
    env = parallel.parallel_env(SMALL, most_moves=2)
    env.reset(seed=1)
    *_, infos = env.step({"seat_0": 99, "seat_1": 0})
    assert infos["seat_0"]["refused"] == "seat_0 is not offered action 99."
    assert "refused" not in infos["seat_1"]
    _, _, over, cut_off, infos = env.step({})
    assert "refused" in infos["seat_0"]
    assert "refused" not in infos["seat_1"]
    assert (over, cut_off) == ({"seat_0": False, "seat_1": False}, {"seat_0": True, "seat_1": True})
    assert env.agents == []
