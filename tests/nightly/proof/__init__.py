"""The proof harness: promises checked in small runs by `make test`, in large by `make record`."""

import os

# Include the games in examples/games. This must be set before any game is imported.
os.environ.setdefault("CHABUDAI_GAMES", "examples.games")
