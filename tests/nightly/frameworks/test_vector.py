"""Many environments in worker processes behave exactly like single ones."""

import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import data_equivalence
from gymnasium.vector import AutoresetMode, SyncVectorEnv

from chabudai.adapters.single import seat_env
from chabudai.adapters.vector import SeatsEnv, vector_env
from chabudai.games import GAMES
from tests.nightly.frameworks.support import SMALL

QUICK: dict[str, Any] = {"bots": "random", "most_moves": 9}
"""A game that is truncated early, so that another one begins."""


@contextmanager
def made(*args: Any, **choices: Any) -> Iterator[Any]:
    """Open a vector environment, and close it afterwards."""
    env = vector_env(*args, **choices)
    try:
        yield env
    finally:
        env.close()


def offered(masks: Any, rng: np.random.Generator) -> Any:
    """Choose an action for each environment, occasionally one that is not offered."""
    return np.array([rng.choice(np.flatnonzero(row != (rng.random() < 0.05))) for row in masks])


def story(env: Any, steps: int, seed: Any = 3) -> list[Any]:
    """Return everything that a number of random steps yields."""
    rng = np.random.default_rng(1)
    seen, infos = env.reset(seed=seed)
    told = [(seen, plain(infos))]
    for _ in range(steps):
        masks = seen["action_mask"] if isinstance(seen, dict) else infos["action_mask"]
        seen, *paid, infos = env.step(offered(masks, rng))
        told.append((seen, *paid, plain(infos)))
    return told


def plain(infos: Any) -> Any:
    """Drop the meanings of the action numbers, which only single environments give."""
    kept = {name: fact for name, fact in infos.items() if name not in ("actions", "_actions")}
    return {name: plain(fact) if isinstance(fact, dict) else fact for name, fact in kept.items()}


@pytest.mark.parametrize(
    ("mode", "form", "seed"),
    [(AutoresetMode.NEXT_STEP, "compact", 3), (AutoresetMode.SAME_STEP, "dict", [9, 7, 8])],
)
@pytest.mark.parametrize("name", GAMES)
def test_environments_step_like_gymnasiums_synchronous_ones_with_any_number_of_workers(
    name: str, mode: AutoresetMode, form: str, seed: Any
) -> None:
    choices: dict[str, Any] = {**QUICK, "form": form}
    single = SyncVectorEnv([lambda: seat_env(name, **choices)] * 3, autoreset_mode=mode)
    expected = story(single, 8, seed)
    assert any((over | cut_off).any() for *_, over, cut_off, _ in expected[1:])
    for workers in (0, 1, 2):
        with made(name, num_envs=3, workers=workers, autoreset_mode=mode, **choices) as here:
            assert data_equivalence(story(here, 8, seed), expected)
            assert here.observation_space.contains(expected[0][0])
            assert here.action_space.contains(np.zeros(3, np.int64))
            assert len(here.render()) == len(here.action_masks()) == 3


def test_without_autoreset_finished_environments_wait_for_their_reset() -> None:
    choices = {**QUICK, "most_moves": 2}
    with made(SMALL, num_envs=2, workers=1, autoreset_mode="Disabled", **choices) as env:
        seen, _ = env.reset(seed=1)
        seen, _, _, truncated, _ = env.step([99, 99])
        while not truncated.any():
            seen, _, _, truncated, _ = env.step([99, 99])
        with pytest.raises(ValueError, match=r"Environment 0 is over: reset it by a reset_mask\."):
            env.step([99, 99])
        again, infos = env.reset(options={"reset_mask": truncated & [True, False]})
        assert infos["_left_out"].tolist() == [True, False]
        assert (again["observation"][1] == seen["observation"][1]).all()


def test_gymnasium_finds_them_by_name() -> None:
    env: Any = gymnasium.make_vec(f"chabudai/{SMALL}-v1", num_envs=2, workers=0, bots="random")
    assert isinstance(env.unwrapped, SeatsEnv)
    env.reset(seed=1)
    env.close()


def test_a_dead_worker_raises_an_error_and_none_is_left_after_closing() -> None:
    with made(SMALL, num_envs=2, workers=2, bots="random") as env:
        env.reset(seed=1)
        crew: Any = env._crew
        ids = [worker.pid for worker in crew.workers]
        os.kill(ids[0], signal.SIGKILL)
        crew.workers[0].join()
        with pytest.raises(RuntimeError, match="A worker has ended, along with its games"):
            env.step([0, 0])
    for each in ids:
        with pytest.raises(ProcessLookupError):
            os.kill(each, 0)


def test_impossible_environments_and_calls_are_refused() -> None:
    with pytest.raises(ValueError, match="There are 1 to 4,096 environments, not 5,000"):
        vector_env(SMALL, num_envs=5000)
    with pytest.raises(ValueError, match="There are 0 to 64 workers, not -1"):
        vector_env(SMALL, workers=-1)
    with made(SMALL, num_envs=2, workers=0, bots="random") as env:
        with pytest.raises(ValueError, match="have not been reset yet"):
            env.step([0, 0])
        with pytest.raises(ValueError, match="There are 2 environments, and 1 seeds"):
            env.reset(seed=[1])
        with pytest.raises(ValueError, match="A reset_mask has 2 truth values"):
            env.reset(options={"reset_mask": np.array([1, 0])})
        env.reset(seed=1)
        for numbers in ([0], [0.5, 1.0], 0):
            with pytest.raises(ValueError, match="There are 2 environments: give a number for"):
                env.step(numbers)
