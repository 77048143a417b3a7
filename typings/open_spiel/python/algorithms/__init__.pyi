"""The algorithms of OpenSpiel that tests run."""

from typing import Any

best_response: Any
cfr: Any
expected_game_score: Any
exploitability: Any
external_sampling_mccfr: Any
ismcts: Any
mcts: Any
