import enum
from typing import Any, Generic, TypeVar

from gymnasium import spaces

O = TypeVar("O")
A = TypeVar("A")
M = TypeVar("M")

class AutoresetMode(enum.Enum):
    NEXT_STEP = "NextStep"
    SAME_STEP = "SameStep"
    DISABLED = "Disabled"

class VectorEnv(Generic[O, A, M]):
    metadata: dict[str, Any]
    num_envs: int
    observation_space: spaces.Space[Any]
    action_space: spaces.Space[Any]
    single_observation_space: spaces.Space[Any]
    single_action_space: spaces.Space[Any]
    def close(self, **kwargs: Any) -> None: ...
    def close_extras(self, **kwargs: Any) -> None: ...
