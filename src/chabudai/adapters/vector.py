"""Many Gymnasium environments combined into one, stepped in parallel by worker processes.

Each environment is a `single.SeatEnv` with its own random numbers, so the results do not depend
on the number of workers. Needs the extra `gymnasium`.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from itertools import pairwise
from typing import Any, Literal, TypeAlias, Unpack

import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import ArrayLike, NDArray

from chabudai.adapters.crew import Crew
from chabudai.adapters.rows import Chunk, Memory, bytes_of, rows_on
from chabudai.adapters.single import SeatChoices, SeatEnv, seat_env
from chabudai.adapters.spaces import Info, Mask, Masked, Seen
from chabudai.core import AnyGame

Flags: TypeAlias = NDArray[np.bool_]
Autoreset: TypeAlias = Literal["NextStep", "SameStep", "Disabled"]
MOST_ENVS = 4096
MOST_WORKERS = 64


class SeatsEnv(VectorEnv[Seen, NDArray[np.int64], NDArray[Any]]):
    """A vector of tables, each with bots and one seat for the agent. The first axis of all arrays
    is the environment.

    Finished games restart according to Gymnasium's `AutoresetMode`. `infos` has `left_out` and
    `refused` for the environments whose flags `_left_out` and `_refused` are true.
    """

    def __init__(self, one: SeatEnv, num_envs: int, workers: int, mode: AutoresetMode) -> None:
        super().__init__()
        self.num_envs, self.autoreset_mode = num_envs, mode
        self.metadata = {**one.metadata, "autoreset_mode": mode}
        self.render_mode = one.render_mode
        self.single_observation_space = one.observation_space
        self.single_action_space = one.action_space
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        place = self.place = one.place
        sizes = (num_envs, place.observations.size, place.numbering.size)
        shares = shared_out(num_envs, workers)
        memory: Memory = bytearray(bytes_of(*sizes))
        if workers:
            self._crew: Crew | Chunk = Crew(one, sizes, shares, mode)
            memory = self._crew.memory
        else:
            self._crew = Chunk(one, rows_on(memory, *sizes), mode)
        self._rows = rows_on(memory, *sizes)
        self._has_begun = False

    def reset(
        self,
        *,
        seed: int | Sequence[int | None] | None = None,
        options: dict[str, Any] | None = None,
    ) -> tuple[Seen, Info]:
        """Begin another game in each environment. A single seed is incremented for each further
        environment. A sequence has one seed per environment.

        `options` may contain `reset_mask`, an array of flags. Environments whose flag is true begin
        another game, and the others continue. Raises ValueError for invalid arguments.
        """
        if unknown := set(options or {}) - {"reset_mask"}:
            raise ValueError(f"A vector's reset takes only reset_mask, not {', '.join(unknown)}.")
        count = self.num_envs
        seeds = [seed + at for at in range(count)] if isinstance(seed, int) else seed
        seeds = [None] * count if seeds is None else list(seeds)
        if len(seeds) != count:
            raise ValueError(f"There are {count} environments, and {len(seeds)} seeds.")
        chosen = np.asarray((options or {}).get("reset_mask", np.ones(count, np.bool_)))
        if chosen.shape != (count,) or chosen.dtype != np.bool_ or not chosen.any():
            raise ValueError(f"A reset_mask has {count} truth values, and one of them is true.")
        told = self._crew.reset(seeds, chosen.tolist())
        self._has_begun = True
        return self._seen(), self._gathered(told)

    def step(
        self, actions: ArrayLike
    ) -> tuple[Seen, NDArray[np.float64], Flags, Flags, dict[str, Any]]:
        """Step each environment with its action number. Raises ValueError for invalid `actions`."""
        self._check_begun()
        numbers = np.asarray(actions)
        if numbers.shape != (self.num_envs,) or not np.issubdtype(numbers.dtype, np.integer):
            raise ValueError(f"There are {self.num_envs} environments: give a number for each.")
        rows = self._rows
        over = np.flatnonzero(rows.terminated | rows.truncated)
        if self.autoreset_mode == AutoresetMode.DISABLED and over.size:
            raise ValueError(f"Environment {over[0]} is over: reset it by a reset_mask.")
        infos = self._gathered(self._crew.step(numbers.tolist()))
        flags = (rows.terminated.copy(), rows.truncated.copy())
        return self._seen(), rows.rewards.copy(), *flags, infos

    def action_masks(self) -> Mask:
        """Return a flag for each environment and action: 1 if the action is offered now."""
        return self._rows.action_mask.copy()

    def render(self) -> tuple[str, ...]:
        """Return the tables as the seats see them, in English."""
        self._check_begun()
        return tuple(self._crew.render())

    def close_extras(self, **_: object) -> None:
        """Stop the workers."""
        self._crew.close()

    def _check_begun(self) -> None:
        """Raise ValueError before the first reset."""
        if not self._has_begun:
            raise ValueError("The environments have not been reset yet.")

    def _seen(self) -> Seen:
        """Return the observations of all seats as new arrays."""
        rows = self._rows
        if self.place.form == "compact":
            return rows.observation.copy()
        return Masked(observation=rows.observation.copy(), action_mask=rows.action_mask.copy())

    def _gathered(self, told: Sequence[Info]) -> Info:
        """Return the infos of all environments in Gymnasium's format."""
        infos: Info = {}
        if self.place.form == "compact":
            infos["action_mask"] = self._rows.action_mask.copy()
            infos["_action_mask"] = np.ones(self.num_envs, np.bool_)
        for at, info in enumerate(told):
            infos = self._add_info(infos, info, at)
        return infos


def shared_out(count: int, workers: int) -> list[range]:
    """Return each worker's range of environments, with sizes as equal as possible."""
    bounds = [count * at // workers for at in range(workers + 1)] if workers else []
    return [range(first, end) for first, end in pairwise(bounds)]


def vector_env(
    game: AnyGame | str,
    seats: int | None = None,
    *,
    num_envs: int = 1,
    workers: int | None = None,
    autoreset_mode: AutoresetMode | Autoreset = AutoresetMode.NEXT_STEP,
    **choices: Unpack[SeatChoices],
) -> SeatsEnv:
    """Return `num_envs` environments (1 to 4,096) in `workers` processes, by default one per
    processor. With 0 workers, the environments run in this process. The other arguments are as in
    `single.seat_env`.

    Raises ValueError for invalid arguments. A program with workers needs `if __name__ ==
    "__main__":`, because each worker imports it.
    """
    if not 1 <= num_envs <= MOST_ENVS:
        raise ValueError(f"There are 1 to {MOST_ENVS:,} environments, not {num_envs:,}.")
    if workers is None:
        workers = min(os.cpu_count() or 1, MOST_WORKERS)
    if not 0 <= workers <= MOST_WORKERS:
        raise ValueError(f"There are 0 to {MOST_WORKERS} workers, not {workers}.")
    one = seat_env(game, seats, **choices)
    return SeatsEnv(one, num_envs, min(workers, num_envs), AutoresetMode(autoreset_mode))
