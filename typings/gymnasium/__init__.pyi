"""The part of Gymnasium that chabudai uses."""

from collections.abc import Mapping
from typing import Any, Generic, TypeVar

import numpy as np
from gymnasium import spaces as spaces
from gymnasium.vector import VectorEnv

O = TypeVar("O")
A = TypeVar("A")

class Env(Generic[O, A]):
    metadata: dict[str, Any]
    render_mode: str | None
    observation_space: spaces.Space[Any]
    action_space: spaces.Space[Any]
    _np_random: np.random.Generator | None
    @property
    def np_random(self) -> np.random.Generator: ...
    @property
    def unwrapped(self) -> Env[O, A]: ...
    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[O, dict[str, Any]]: ...
    def step(self, action: A) -> tuple[O, float, bool, bool, dict[str, Any]]: ...
    def render(self) -> Any: ...
    def close(self) -> None: ...

registry: dict[str, object]

def register(
    id: str,  # noqa: A002
    entry_point: str,
    *,
    vector_entry_point: str,
    kwargs: Mapping[str, Any] = ...,
) -> None: ...
def make_vec(id: str, num_envs: int, **kwargs: Any) -> VectorEnv[Any, Any, Any]: ...  # noqa: A002
def make(id: str, **kwargs: Any) -> Env[Any, Any]: ...  # noqa: A002
