"""The policies of OpenSpiel that tests use."""

from typing import Any

from pyspiel import State

class Policy:
    def __init__(self, game: Any, player_ids: list[int]) -> None: ...
    def action_probabilities(
        self, state: State, player_id: int | None = ...
    ) -> dict[int, float]: ...

class UniformRandomPolicy(Policy):
    def __init__(self, game: Any) -> None: ...
