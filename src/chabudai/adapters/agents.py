"""The parts that both PettingZoo environments share. Needs Gymnasium."""

from __future__ import annotations

from copy import copy
from functools import cached_property
from secrets import randbits
from typing import Any

from gymnasium import spaces

from chabudai.adapters import episode
from chabudai.adapters.copies import Copyable
from chabudai.adapters.episode import Setting
from chabudai.adapters.spaces import Space, action_space, observation_space
from chabudai.core import Rng


class SeatAgents(Copyable):
    """A table whose seats are the agents seat_0, seat_1, …"""

    render_mode = "ansi"

    def __init__(self, place: Setting) -> None:
        super().__init__()
        self.place = place
        self.metadata: dict[str, Any] = {
            "name": f"{place.game.name}_v{episode.VERSION}",
            "render_modes": ["ansi"],
        }
        self.possible_agents = [f"seat_{seat}" for seat in range(place.seats)]
        self.agents: list[str] = []
        self._dice: Rng | None = None
        self._now: episode.Episode | None = None

    @property
    def now(self) -> episode.Episode:
        """The current state of the game. Raises ValueError before the first reset."""
        if self._now is None:
            raise ValueError("The environment has not been reset yet.")
        return self._now

    @cached_property
    def observation_spaces(self) -> dict[str, Space]:
        """Each agent's observation space."""
        return {each: observation_space(self.place) for each in self.possible_agents}

    @cached_property
    def action_spaces(self) -> dict[str, spaces.Discrete]:
        """Each agent's action space."""
        return {each: action_space(self.place) for each in self.possible_agents}

    def observation_space(self, agent: str) -> Space:
        """Return an agent's observation space."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        """Return an agent's action space."""
        return self.action_spaces[agent]

    def _begin(self, seed: int | None) -> None:
        """Begin the game that `seed` determines, or the next game in the sequence if it is None."""
        if seed is not None or self._dice is None:
            dice = Rng(randbits(64) if seed is None else seed)
        else:
            dice = copy(self._dice)  # clones share the old one
        self._dice = dice
        self._now = episode.begin(self.place, dice.bits())
        self.agents = list(self.possible_agents)

    def render(self) -> str:
        """Return the table as a spectator sees it, in English."""
        return episode.shown(self.place, self.now, None)

    def close(self) -> None:
        """Do nothing: no resources are held."""

    def __str__(self) -> str:
        return str(self.metadata["name"])
