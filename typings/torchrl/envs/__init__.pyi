"""The part of TorchRL that our tests use."""

from typing import Any

class GymWrapper:
    def __init__(self, env: Any, *, categorical_action_encoding: bool) -> None: ...

class PettingZooWrapper:
    def __init__(self, env: Any, *, use_mask: bool, categorical_actions: bool) -> None: ...
