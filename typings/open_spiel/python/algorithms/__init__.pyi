"""The algorithms of OpenSpiel that tests run."""

from typing import Any

cfr: Any
expected_game_score: Any
exploitability: Any
ismcts: Any
mcts: Any
