"""Gymnasium's checks of our environments, and our own, in this process and in workers."""

import copy
import os
import pickle
import random
import re
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from math import nan
from threading import Event
from typing import Any, cast

import gymnasium
import numpy as np
import pytest
from gymnasium.error import DeprecatedEnv, NameNotFound
from gymnasium.utils.env_checker import check_env, data_equivalence
from gymnasium.vector import AutoresetMode, SyncVectorEnv

from chabudai.adapters.single import SeatEnv, seat_env
from chabudai.adapters.vector import SeatsEnv, vector_env
from chabudai.core import Rng
from chabudai.games import GAMES
from chabudai.games.kakapo.components.missions import book
from chabudai.games.kakapo.state import Concede
from chabudai.search import PolicyFailed
from tests.nightly.frameworks.support import SMALL

# A table is rendered after each step, not at a frame rate.
pytestmark = pytest.mark.filterwarnings("ignore:.*No render fps was declared")


@pytest.mark.parametrize("form", ["dict", "compact"])
@pytest.mark.parametrize("name", GAMES)
def test_one_seat_among_bots(name: str, form: str) -> None:
    env = gymnasium.make(f"chabudai.adapters.single:chabudai/{name}-v1", bots="easy", form=form)
    check_env(env.unwrapped)
    env.close()


@pytest.mark.filterwarnings("ignore:.*is out of date")
def test_each_mission_of_the_kakapo_has_an_id_and_old_versions_have_none() -> None:
    for mission in (*book("buddy"), *book("party")):
        name = f"chabudai/kakapo-{mission.mode}-{mission.number}-v1"
        env = cast("SeatEnv", gymnasium.make(name, bots="random").unwrapped)
        assert env.place.game.setup(env.place.options, env.place.seats).mission == mission
    with pytest.raises(NameNotFound):
        gymnasium.make(f"chabudai/kakapo-party-{len(book('party')) + 1}-v1")
    with pytest.raises(DeprecatedEnv, match="Please use `chabudai/kakapo-v1` instead"):
        gymnasium.make("chabudai/kakapo-v0")


def whole_game(env: SeatEnv, seed: int) -> list[Any]:
    """Play at random, and return each observation and reward until the end of the game."""
    rng, over, story = random.Random(seed), False, []
    while not over:
        action = rng.choice([at for at, offered in enumerate(env.action_masks()) if offered])
        observation, reward, terminated, truncated, _ = env.step(action)
        story.append((observation, reward))
        over = terminated or truncated
    return story


def second(view: Any, seat: int, rng: Rng) -> object:
    return GAMES[SMALL].menu(view, seat)[1]


@pytest.mark.parametrize(
    ("name", "bots"),
    [(name, "greedy" if game.extras.greedy else "normal") for name, game in GAMES.items()]
    + [(SMALL, second)],
)
def test_a_copy_continues_in_the_same_way_with_the_same_bots(name: str, bots: Any) -> None:
    options = {"turn_cap": 2} if name == "quiddler" else None  # so that random players end rounds
    env = seat_env(name, seat=1, bots=bots, options=options)
    env.reset(seed=7)
    for _ in range(2 * (name != SMALL)):  # it would be over
        env.step(next(at for at, offered in enumerate(env.action_masks()) if offered))
    copies = (env.clone(), copy.deepcopy(env), pickle.loads(pickle.dumps(env)))
    expected = whole_game(env, 1)
    assert expected[-1][1] in (-1.0, 1.0)
    assert all(data_equivalence(whole_game(each, 1), expected) for each in copies)


def test_unoffered_and_illegal_actions_change_nothing() -> None:
    env = seat_env(SMALL, bots="random")
    observation, _ = cast("Any", env.reset(seed=1))
    assert (observation["action_mask"] == env.action_masks()).all()
    assert "seat 1" in env.render()
    before = env.now.state
    _, reward, _, _, info = env.step(77)
    assert (reward, info["refused"]) == (0.0, "The seat is not offered action 77.")
    *_, info = env.play(env.place.game.actions.__args__[2]())
    assert "TT-" in info["refused"]
    *_, info = env.step(cast("int", 1.5))
    assert info["refused"] == "The seat is not offered action 1.5."
    assert env.now.state == before
    assert env.now.moves == 3


def test_bots_give_up_when_the_seat_does() -> None:
    env = seat_env("kakapo", 3, bots="easy")
    env.reset(seed=1)
    _, reward, terminated, _, _ = env.play(Concede(True))
    assert (reward, terminated) == (-1.0, True)


def raising(*_: object) -> object:
    raise LookupError("no idea")


def hanging(*_: object) -> object:
    return Event().wait()


@pytest.mark.parametrize(
    ("policy", "sentence"),
    [
        (raising, r"^The policy of seat 0 raised LookupError: no idea$"),
        (hanging, r"^The policy of seat 0 took longer than 0\.01 s\.$"),
        (lambda *_: nan, r"^The policy of seat 0 returned no action: nan is not an action of"),
        (lambda *_: GAMES[SMALL].action_types[2](), r"^The policy of seat 0 chose an illegal move"),
    ],
)
def test_a_failing_policy_is_reported_with_its_seat(policy: Any, sentence: str) -> None:
    env = seat_env(SMALL, seat=1, bots=policy, limit=0.01 if policy is hanging else 60)
    with pytest.raises(PolicyFailed, match=sentence):
        env.reset(seed=1)


def test_a_random_seat_follows_from_the_seed_and_changes_between_games() -> None:
    env = seat_env("kakapo", 4, seat="random", options={"mission": "party/1"}, bots="random")
    seats = []
    for seed in (*range(12), 0):
        env.reset(seed=seed)
        assert env.seat in env.place.game.to_act(env.now.state)
        seats.append(env.seat)
    assert {*seats} == {0, 1, 2, 3}
    assert seats[-1] == seats[0]


def test_a_reset_with_options_changes_one_game() -> None:
    env = seat_env("kakapo", 2, bots="random")
    with pytest.raises(ValueError, match="has not been reset"):
        _ = env.now
    for options, mission in (({"mission": "buddy/3"}, "buddy/3"), (None, 1)):
        env.reset(seed=1, options=options)
        assert env.place.options == env.place.game.options(mission=mission)
    before = env.now
    for wrong, sentence in (
        ({"mission": "party/3"}, r"\(KK-"),
        ({"mision": 3}, "not options of The Kakapo.*mision"),
        ({"mission": 50.5}, "not options of The Kakapo"),
    ):
        with pytest.raises(ValueError, match=sentence):
            env.reset(options=wrong)
    assert env.now is before


@pytest.mark.parametrize(
    ("choices", "sentence"),
    [
        ({"seat": 5}, "There is no seat 5; seats are numbered 0 to 1, or random."),
        ({"limit": 0}, "limit is a positive number of seconds or None, not 0."),
        ({"bots": "wizard"}, "There is no bot 'wizard'. Available: random, easy, normal, hard, "),
        ({"bots": ("easy", "easy")}, "There are 1 seats for bots, not 2."),
        ({"bots": 3}, "bots is a level, a policy, or one for each other seat, not 3"),
    ],
)
def test_an_impossible_table_is_refused(choices: dict[str, Any], sentence: str) -> None:
    with pytest.raises((ValueError, TypeError), match=re.escape(sentence)):
        seat_env("kakapo", **choices)


SHORT: dict[str, Any] = {"bots": "random", "most_moves": 9}
"""A game that is truncated early, so that another one begins."""


@contextmanager
def made(*args: Any, **choices: Any) -> Iterator[Any]:
    env = vector_env(*args, **choices)
    try:
        yield env
    finally:
        env.close()


def offered(masks: Any, rng: np.random.Generator) -> Any:
    """Choose an action for each environment, occasionally one that is not offered."""
    return np.array([rng.choice(np.flatnonzero(row != (rng.random() < 0.05))) for row in masks])


def story(env: Any, steps: int, seed: Any = 3) -> list[Any]:
    """Return everything that `steps` random steps yield."""
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
    choices: dict[str, Any] = {**SHORT, "form": form}
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
    choices = {**SHORT, "most_moves": 2}
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
