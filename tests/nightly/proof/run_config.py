"""What a proof is asked for, and what it reached."""

import time
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import TypeAlias

Figures: TypeAlias = dict[str, int | float | str]
"""What was reached, by what it is called."""


@dataclass(frozen=True, slots=True)
class Order:
    """A proof of so many cases, in an empty folder, with the luck of `seed`.

    It ends early after `most_s` seconds, and then tells how far it came.
    """

    folder: Path
    size: int
    seed: int = 20261123
    most_s: float = float("inf")
    begun: float = field(default_factory=time.monotonic)

    def goes_on(self, done: int) -> bool:
        """Whether there are more cases to try after so many."""
        return done < self.size and time.monotonic() - self.begun < self.most_s

    def luck(self, about: object) -> Random:
        """Luck for one purpose, the same in every run."""
        return Random(f"{self.seed} {about}")
