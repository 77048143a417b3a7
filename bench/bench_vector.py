"""Are our vector environments faster than Gymnasium's? `python -m bench.bench_vector [GAME …]`.

It takes the same steps in the same environments, alternately with Gymnasium's own SyncVectorEnv and
with ours (`--envs N --steps N --rounds N`). SyncVectorEnv steps environments one after another.
Ours runs in this process, in one worker and in two. The learners' moves are drawn from the masks
and the bots are random, so that the times measure the games and not the bots' thinking. It prints
ratios to Gymnasium's elapsed time: the median, minimum and maximum over the rounds. It also prints
the steps per second of processor time in one process, and the time that copying one environment
takes. It runs in the environment of `make test-engines`, which has Gymnasium, and creates it if
necessary.
"""

from __future__ import annotations

import argparse
import importlib.util
import os
import sys
from collections.abc import Callable
from copy import deepcopy
from functools import partial
from pickle import dumps
from time import perf_counter, process_time
from typing import TYPE_CHECKING, Any

from bench.figures import spread
from bench.stopping import end_when_stopped
from chabudai.games import GAMES
from tools import environments

if TYPE_CHECKING:
    import numpy as np

ENVS, STEPS, ROUNDS = 1024, 3, 3
WORKERS = {"here": 0, "one worker": 1, "two workers": 2}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=list(GAMES))
    parser.add_argument("--envs", type=int, default=ENVS)
    parser.add_argument("--steps", type=int, default=STEPS)
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    args = parser.parse_args()
    if importlib.util.find_spec("gymnasium") is None:
        if environments.main(["engines"]):
            return 1
        # Run this program with the Python that has Gymnasium.
        again = [str(environments.ENGINES), "-m", "bench.bench_vector", *sys.argv[1:]]
        os.execv(environments.ENGINES, again)  # noqa: S606 - no shell is needed
    for name in args.games:
        print(f"{name}, {args.envs:,} environments, {args.steps} steps, {args.rounds} rounds")
        measure(name, args.envs, args.steps, args.rounds)
    return 0


def measure(name: str, envs: int, steps: int, rounds: int) -> None:
    """Print the times of each kind of vector environment."""
    from gymnasium.vector import SyncVectorEnv

    from chabudai.adapters.single import seat_env
    from chabudai.adapters.vector import vector_env

    choices: dict[str, Any] = {"bots": "random"}
    one: Callable[[], Any] = partial(seat_env, name, **choices)
    ways: dict[str, Any] = {"Gymnasium's SyncVectorEnv": SyncVectorEnv([one] * envs)}
    for where, workers in WORKERS.items():
        many = vector_env(name, num_envs=envs, workers=workers, **choices)
        ways[f"ours, {where}"] = many
    times: dict[str, list[tuple[float, float]]] = {way: [] for way in ways}
    for seed in range(rounds):
        for way, env in ways.items():
            times[way].append(timed(env, steps, seed))
    first, *others = times
    used = [envs * steps / busy for _, busy in times[others[0]]]
    print(f"  {others[0]}: {spread(used)} steps per second of processor time")
    for way in others:
        both = zip(times[first], times[way], strict=True)
        ratios = [before / after for (before, _), (after, _) in both]
        print(f"  {way}: {spread(ratios, 2)} times as fast")
    for env in ways.values():
        env.close()
    env = one()
    env.reset(seed=1)
    for way, copied in (
        ("clone", env.clone),
        ("deepcopy", partial(deepcopy, env)),
        ("pickle", partial(dumps, env)),
    ):
        print(f"  {way}: {spread([busy_us(copied) for _ in range(rounds)], 1)} µs")


def busy_us(call: Callable[[], object], times: int = 2000) -> float:
    """Return the processor time of a call in microseconds."""
    started = process_time()
    for _ in range(times):
        call()
    return (process_time() - started) / times * 1e6


def timed(env: Any, steps: int, seed: int) -> tuple[float, float]:
    """Return the elapsed seconds for `steps` steps after a reset, and the seconds that this process
    was busy.
    """
    import numpy as np

    rng = np.random.default_rng(seed)
    seen, _ = env.reset(seed=seed)
    taken = busy = 0.0
    for _ in range(steps):
        actions = drawn(seen["action_mask"], rng)
        started, idle = perf_counter(), process_time()
        seen, *_ = env.step(actions)
        taken, busy = taken + perf_counter() - started, busy + process_time() - idle
    return taken, busy


def drawn(masks: Any, rng: np.random.Generator) -> Any:
    """Draw one of the offered action numbers for each environment."""
    import numpy as np

    return np.array([rng.choice(np.flatnonzero(row)) for row in masks])


if __name__ == "__main__":
    end_when_stopped()
    sys.exit(main())
