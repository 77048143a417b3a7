"""The proof harness: promises that `make test` checks in small runs and `make record` in large
ones.
"""

import os

# Include the games in examples/games. This must be set before any game is imported.
os.environ.setdefault("CHABUDAI_GAMES", "examples.games")
