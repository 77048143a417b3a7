"""The parameters of a proof, and its results."""

import time
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import TypeAlias

Figures: TypeAlias = dict[str, int | float | str]
"""Results by name."""


@dataclass(frozen=True, slots=True)
class Order:
    """A proof of `size` cases in an empty folder. It ends early after `most_s` seconds."""

    folder: Path
    size: int
    seed: int = 20261123
    most_s: float = float("inf")
    begun: float = field(default_factory=time.monotonic)

    def goes_on(self, done: int) -> bool:
        return done < self.size and time.monotonic() - self.begun < self.most_s

    def luck(self, about: object) -> Random:
        """Random numbers for one purpose, the same in every run."""
        return Random(f"{self.seed} {about}")
