"""The proof harness: it checks promises in small (`make test`) or large runs (`make record`)."""

import os

# Include the games in examples/games. This must be set before any game is imported.
os.environ.setdefault("CHABUDAI_GAMES", "examples.games")
