"""Environments that write their observations into rows of shared arrays."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from gymnasium.vector import AutoresetMode
from numpy.typing import NDArray

from chabudai.adapters.single import SeatEnv
from chabudai.adapters.spaces import Info, Mask, Seen

Memory: TypeAlias = Any
"""An object with a buffer: bytes of this process or shared memory."""


class Rows(NamedTuple):
    """Arrays with a row for each environment."""

    rewards: NDArray[np.float64]
    observation: NDArray[np.float32]
    action_mask: Mask
    terminated: NDArray[np.bool_]
    truncated: NDArray[np.bool_]

    def of(self, which: range) -> Rows:
        """Return the rows of some environments, as views of the same memory."""
        part = slice(which.start, which.stop)
        return Rows(
            self.rewards[part],
            self.observation[part],
            self.action_mask[part],
            self.terminated[part],
            self.truncated[part],
        )


def bytes_of(envs: int, numbers: int, actions: int) -> int:
    """Return the number of bytes needed for the rows of `envs` environments."""
    return envs * (8 + 4 * numbers + actions + 2)


def rows_on(memory: Memory, envs: int, numbers: int, actions: int) -> Rows:
    """Return the rows of `envs` environments in a buffer of `bytes_of` bytes."""
    seen = 8 * envs
    masks = seen + 4 * numbers * envs
    flags = masks + actions * envs
    return Rows(
        np.frombuffer(memory, np.float64, envs),
        np.frombuffer(memory, np.float32, envs * numbers, seen).reshape(envs, numbers),
        np.frombuffer(memory, np.int8, envs * actions, masks).reshape(envs, actions),
        np.frombuffer(memory, np.bool_, envs, flags),
        np.frombuffer(memory, np.bool_, envs, flags + envs),
    )


@dataclass(slots=True)
class Chunk:
    """Copies of one environment, one per row, stepped one after the other.

    Each call returns the infos of all copies.
    """

    one: SeatEnv
    rows: Rows
    mode: AutoresetMode
    envs: list[SeatEnv] = field(init=False)
    over: list[bool] = field(init=False)

    def __post_init__(self) -> None:
        """Create the copies, which must be reset before they are stepped."""
        self.envs = [self.one.clone() for _ in self.rows.rewards]
        self.over = [False] * len(self.envs)

    def reset(self, seeds: Sequence[int | None], chosen: Sequence[bool]) -> list[Info]:
        """Begin another game in the chosen environments, with these seeds."""
        return [
            self.begin(at, seed) if is_chosen else {}
            for at, (seed, is_chosen) in enumerate(zip(seeds, chosen, strict=True))
        ]

    def step(self, actions: Sequence[int]) -> list[Info]:
        """Step each environment with its action number."""
        return [self.step_one(at, action) for at, action in enumerate(actions)]

    def render(self) -> list[str]:
        """Return the tables as the seats see them."""
        return [env.render() for env in self.envs]

    def close(self) -> None:
        """Do nothing: no workers are running."""

    def begin(self, at: int, seed: int | None) -> Info:
        """Begin another game in an environment."""
        seen, info = self.envs[at].reset(seed=seed)
        self.over[at] = False
        self.write(at, seen)
        self.tell(at, 0.0, terminated=False, truncated=False)
        return said(info)

    def step_one(self, at: int, action: int) -> Info:
        """Step an environment. If its game is over, begin another when the mode requires it."""
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
        """Write an environment's observation."""
        row = seen["observation"] if isinstance(seen, dict) else seen
        self.rows.observation[at] = row
        mask = seen["action_mask"] if isinstance(seen, dict) else self.envs[at].action_masks()
        self.rows.action_mask[at] = mask

    def tell(self, at: int, reward: float, *, terminated: bool, truncated: bool) -> None:
        """Write the reward and flags of an environment's step."""
        self.rows.rewards[at] = reward
        self.rows.terminated[at], self.rows.truncated[at] = terminated, truncated


def said(info: Info) -> Info:
    """Return the info without `actions`, which Gymnasium's arrays of infos cannot hold, and without
    the mask, which has its own array.
    """
    return {name: fact for name, fact in info.items() if name not in ("actions", "action_mask")}
