from collections.abc import Callable, Sequence
from enum import Enum
from typing import Any, Generic, TypeVar

from gymnasium import Env, spaces

O = TypeVar("O")
A = TypeVar("A")
R = TypeVar("R")

class AutoresetMode(Enum):
    NEXT_STEP = "NextStep"
    SAME_STEP = "SameStep"
    DISABLED = "Disabled"

class VectorEnv(Generic[O, A, R]):
    metadata: dict[str, Any]
    render_mode: str | None
    closed: bool
    num_envs: int
    observation_space: spaces.Space[Any]
    action_space: spaces.Space[Any]
    single_observation_space: spaces.Space[Any]
    single_action_space: spaces.Space[Any]
    def _add_info(
        self, vector_infos: dict[str, Any], env_info: dict[str, Any], env_num: int
    ) -> dict[str, Any]: ...
    def close(self) -> None: ...

class SyncVectorEnv(VectorEnv[Any, Any, Any]):
    def __init__(
        self, env_fns: Sequence[Callable[[], Env[Any, Any]]], *, autoreset_mode: AutoresetMode = ...
    ) -> None: ...
    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]: ...
    def step(self, actions: Any) -> tuple[Any, Any, Any, Any, dict[str, Any]]: ...
