"""Environments side by side, which write what they observe into rows of common arrays."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from gymnasium.vector import AutoresetMode
from numpy.typing import NDArray

from chabudai.adapters.single import SeatEnv
from chabudai.adapters.spaces import Info, Mask, Numbers, Seen

Memory: TypeAlias = Any
"""Anything with a buffer: bytes of this process, or such as several share."""


class Rows(NamedTuple):
    """A row for each environment."""

    rewards: NDArray[np.float64]
    observation: Numbers
    action_mask: Mask
    terminated: NDArray[np.bool_]
    truncated: NDArray[np.bool_]

    def of(self, which: range) -> Rows:
        """The rows of some environments; what is written there is written here."""
        part = slice(which.start, which.stop)
        return Rows(
            self.rewards[part],
            self.observation[part],
            self.action_mask[part],
            self.terminated[part],
            self.truncated[part],
        )


def bytes_of(envs: int, numbers: int, actions: int) -> int:
    """How many bytes the rows of so many environments take."""
    return envs * (8 + 4 * numbers + actions + 2)


def rows_on(memory: Memory, envs: int, numbers: int, actions: int) -> Rows:
    """The rows of so many environments, on a memory of `bytes_of` bytes."""
    seen = 8 * envs
    masks = seen + 4 * numbers * envs
    flags = masks + actions * envs
    return Rows(
        np.frombuffer(memory, np.float64, envs),
        np.frombuffer(memory, np.int32, envs * numbers, seen).reshape(envs, numbers),
        np.frombuffer(memory, np.int8, envs * actions, masks).reshape(envs, actions),
        np.frombuffer(memory, np.bool_, envs, flags),
        np.frombuffer(memory, np.bool_, envs, flags + envs),
    )


@dataclass(slots=True)
class Chunk:
    """Copies of one environment, as many as there are rows, that are stepped one after the other.

    Each call returns what is said of each of them.
    """

    one: SeatEnv
    rows: Rows
    mode: AutoresetMode
    envs: list[SeatEnv] = field(init=False)
    over: list[bool] = field(init=False)

    def __post_init__(self) -> None:
        """Make the copies, none of which has begun."""
        self.envs = [self.one.clone() for _ in self.rows.rewards]
        self.over = [False] * len(self.envs)

    def reset(self, seeds: Sequence[int | None], chosen: Sequence[bool]) -> list[Info]:
        """Begin another game where it is chosen, by these seeds."""
        return [
            self.begin(at, seed) if is_chosen else {}
            for at, (seed, is_chosen) in enumerate(zip(seeds, chosen, strict=True))
        ]

    def step(self, actions: Sequence[int]) -> list[Info]:
        """Do in each environment what has this number."""
        return [self.step_one(at, action) for at, action in enumerate(actions)]

    def render(self) -> list[str]:
        """The tables as the seats see them."""
        return [env.render() for env in self.envs]

    def close(self) -> None:
        """Do nothing: there is nothing to end."""

    def begin(self, at: int, seed: int | None) -> Info:
        """Begin another game in one of them."""
        seen, info = self.envs[at].reset(seed=seed)
        self.over[at] = False
        self.write(at, seen)
        self.tell(at, 0.0, terminated=False, truncated=False)
        return said(info)

    def step_one(self, at: int, action: int) -> Info:
        """Step one of them; where it was over, or is now, it begins anew as the mode says."""
        if self.over[at] and self.mode is AutoresetMode.NEXT_STEP:
            return self.begin(at, None)
        seen, reward, terminated, truncated, info = self.envs[at].step(action)
        self.over[at] = terminated or truncated
        told = said(info)
        if self.over[at] and self.mode is AutoresetMode.SAME_STEP:
            told = {"final_obs": seen, "final_info": told, **self.begin(at, None)}
        else:
            self.write(at, seen)
        self.tell(at, reward, terminated=terminated, truncated=truncated)
        return told

    def write(self, at: int, seen: Seen) -> None:
        """Write what one of them observes."""
        self.rows.observation[at] = seen["observation"]
        self.rows.action_mask[at] = seen["action_mask"]

    def tell(self, at: int, reward: float, *, terminated: bool, truncated: bool) -> None:
        """Write what a step of one of them brought."""
        self.rows.rewards[at] = reward
        self.rows.terminated[at], self.rows.truncated[at] = terminated, truncated


def said(info: Info) -> Info:
    """What is said of an environment among many: not what each number means, which the arrays of
    Gymnasium have no room for.
    """
    return {name: fact for name, fact in info.items() if name != "actions"}
