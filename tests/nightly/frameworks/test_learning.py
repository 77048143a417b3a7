"""The frameworks' learners, a program that learns a game, and the documentation's code blocks."""

from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import supersuit
from pettingzoo.test import api_test, parallel_api_test
from sb3_contrib import MaskablePPO
from stable_baselines3.common.env_checker import check_env
from torchrl.envs import GymWrapper, PettingZooWrapper
from torchrl.envs.utils import check_env_specs

from chabudai.adapters import aec, parallel
from chabudai.adapters.single import seat_env
from chabudai.games import GAMES
from examples import ppo
from tests.support import printed
from tests.support.printed import PAGES, WITH_FRAMEWORKS


def test_masked_ppo_learns_to_beat_random_players() -> None:
    table = ppo.Table("word-bank")
    *_, (_, net) = islice(ppo.learning(table, "random", seed=1), 8)
    _, low, _ = ppo.games_won(table, "random", net)
    _, _, high = ppo.games_won(table, "random", None)
    assert low > 0.8 > high


@pytest.mark.parametrize("name", GAMES)
def test_stable_baselines_learns_with_the_masks(name: str) -> None:
    env = seat_env(name, bots="random", form="compact")
    check_env(env)
    learner = MaskablePPO("MlpPolicy", env, n_steps=32, batch_size=32, n_epochs=1, device="cpu")
    learner.learn(64)
    seen, info = env.reset(seed=1)
    action, _ = learner.predict(seen, action_masks=info["action_mask"])
    assert info["action_mask"][action] == 1


@pytest.mark.filterwarnings("ignore:PettingZoo in TorchRL is tested using version")
@pytest.mark.parametrize("name", GAMES)
def test_torchrl_finds_its_specifications_met(name: str) -> None:
    one = seat_env(name, bots="random", form="compact")
    check_env_specs(GymWrapper(one, categorical_action_encoding=True))
    check_env_specs(PettingZooWrapper(aec.env(name), use_mask=True, categorical_actions=True))


@pytest.mark.parametrize("name", GAMES)
def test_supersuit_wraps_compact_observations(name: str) -> None:
    api_test(supersuit.frame_stack_v2(aec.env(name, form="compact"), 2), num_cycles=20)
    together: Any = supersuit.black_death_v3(parallel.parallel_env(name, form="compact"))
    parallel_api_test(together, num_cycles=20)
    seats = supersuit.pettingzoo_env_to_vec_env_v1(together)
    tables = supersuit.concat_vec_envs_v1(seats, 2, base_class="gymnasium")
    tables.reset(seed=1)
    seen, *_ = tables.step(np.zeros(tables.num_envs, np.int64))
    assert tables.observation_space.shape == seen.shape[1:]


MARKED = [
    name for name in PAGES if any(each.mark == WITH_FRAMEWORKS for each in printed.blocks(name))
]


@pytest.mark.parametrize("page", MARKED)
def test_the_blocks_of_a_page_run_in_an_empty_folder(page: str, tmp_path: Path) -> None:
    assert printed.run_page(page, WITH_FRAMEWORKS, tmp_path)
