"""The proof harness: promises tried small in the tests and large in `make record`."""

import os

# The games in tests/games take part: set before any game is imported.
os.environ.setdefault("CHABUDAI_GAMES", "tests.games")
