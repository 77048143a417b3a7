"""Settings for the tests of `make test-engines`, which run where the frameworks are installed."""

import os
from pathlib import Path

# As in the main conftest.py, the games in examples/games are found like external games.
ROOT = Path(__file__).parents[3]
os.environ["CHABUDAI_GAMES"] = "examples.games"
os.environ["PYTHONPATH"] = str(ROOT)

from chabudai.arena.engines import prepare_ray  # noqa: E402 - it finds the games

prepare_ray()
