"""The proof harness: promises tested in small runs by the tests, in large ones by `make record`."""

import os

# Include the games in tests/games. This must be set before any game is imported.
os.environ.setdefault("CHABUDAI_GAMES", "tests.games")
