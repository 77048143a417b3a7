"""The part of Stable-Baselines3's contributions that our tests use."""

from typing import Any

from gymnasium import Env

class MaskablePPO:
    def __init__(self, policy: str, env: Env[Any, Any], **kwargs: object) -> None: ...
    def learn(self, total_timesteps: int) -> MaskablePPO: ...
    def predict(self, observation: Any, *, action_masks: Any) -> tuple[Any, Any]: ...
