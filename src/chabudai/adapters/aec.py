"""Games as PettingZoo environments (AEC): one seat acts at a time.

Needs the extra `pettingzoo`.
"""

from __future__ import annotations

from copy import copy
from functools import cached_property
from secrets import randbits
from typing import Any

from gymnasium import spaces
from pettingzoo import AECEnv

from chabudai.adapters import episode
from chabudai.adapters.actions import WAITING, Offer, not_offered, whole
from chabudai.adapters.copies import Copyable
from chabudai.adapters.episode import Setting, setting
from chabudai.adapters.spaces import (
    Info,
    Seen,
    Space,
    action_space,
    info,
    observation_space,
    seen,
)
from chabudai.core import AnyGame, Rng, Seat


def env(game: AnyGame | str, seats: int | None = None, **choices: Any) -> TableEnv:
    """Return the environment. It needs none of PettingZoo's wrappers, since it refuses steps that
    are not offered or out of order. The arguments are those of `chabudai.adapters.episode.setting`.
    """
    return TableEnv(setting(game, seats, **choices))


raw_env = env
"""PettingZoo's name of an environment without wrappers."""


class TableEnv(Copyable, AECEnv[str, Seen, int]):
    """A table whose seats are the agents seat_0, seat_1, …

    The first seat that owes a move is selected. CHANCE's moves are made in between. A seat that
    owes no move is never selected, even if it could make an `Anytime` move.
    """

    render_mode = "ansi"
    DERIVED = frozenset(("observation_spaces", "action_spaces", "_offer", "infos"))

    def __init__(self, place: Setting) -> None:
        super().__init__()
        self.place = place
        self.metadata = {
            "name": f"{place.game.name}_v{episode.VERSION}",
            "render_modes": ["ansi"],
            "is_parallelizable": False,
        }
        self.possible_agents = [f"seat_{seat}" for seat in range(place.seats)]
        self.agents: list[str] = []
        self.agent_selection = self.possible_agents[0]
        self._dice: Rng | None = None
        self._now: episode.Episode | None = None
        self._offer: Offer = WAITING
        self.infos: dict[str, Info] = {}

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

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin another game. A given seed always gives the same game. Without a seed, the next
        game of the last seed's sequence begins, or the first of a random seed's. `options` is
        ignored: a table keeps the options it was created with.
        """
        if seed is not None or self._dice is None:
            dice = Rng(randbits(64) if seed is None else seed)
        else:
            dice = copy(self._dice)  # clones share the old one
        self._dice = dice
        self._now = episode.begin(self.place, dice.bits())
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._select()

    def observe(self, agent: str) -> Seen:
        """Return an agent's current observation. Raises ValueError before the first reset."""
        now, seat = self.now, self.seat_of(agent)
        selected = agent == self.agent_selection
        offer = self._offer if selected else episode.offered(self.place, now, seat)
        return seen(self.place, now, seat, offer)

    def step(self, action: int | None) -> None:
        """Take the selected agent's step with this number. Raises ValueError if the number is not
        offered, and before the first reset.
        """
        agent = self.agent_selection
        if not episode.owing(self.place, self.now):
            self._was_dead_step(action)
            return
        number = whole(action)
        if number is None or number not in self._offer:
            raise ValueError(f"{agent} is {not_offered(action)}.")
        seat = self.seat_of(agent)
        self._next(episode.stepped(self.place, self.now, seat, self._offer, number))

    def play(self, action: object) -> None:
        """Make a move with an action of the game, instead of the steps of the selected agent. The
        action need not have a number, so any legal word is possible. Raises Illegal if the rules
        forbid it.
        """
        seat = self.seat_of(self.agent_selection)
        self._next(episode.moved(self.place, self.now, seat, action))

    def _next(self, now: episode.Episode) -> None:
        """Continue with the episode after a step of the selected agent."""
        agent = self.agent_selection
        paid = episode.paid(self.place, self.now, now)
        self._now = now
        self._cumulative_rewards[agent] = 0.0
        self.rewards = dict(zip(self.possible_agents, paid, strict=True))
        self._select()
        self._accumulate_rewards()

    def _select(self) -> None:
        """Select the next agent to act, or end the episode if the game is over or was truncated."""
        owing = episode.owing(self.place, self.now)
        self.agent_selection = f"seat_{owing[0]}" if owing else self.agents[0]
        self._derive()
        if owing:
            return
        cut_off = episode.cut_off(self.place, self.now)
        self.terminations = dict.fromkeys(self.agents, not cut_off)
        self.truncations = dict.fromkeys(self.agents, cut_off)

    def seat_of(self, agent: str) -> Seat:
        """Return an agent's seat. Raises ValueError if the agent is unknown."""
        if agent not in self.possible_agents:
            raise ValueError(f"There is no agent {agent!r}: agents are {self.possible_agents}.")
        return self.possible_agents.index(agent)

    def _derive(self) -> None:
        """Compute the offer and the infos again."""
        self._offer = WAITING
        self.infos = {agent: info(self.place, WAITING) for agent in self.agents}
        if self._now is not None and episode.owing(self.place, self._now):
            seat = self.seat_of(self.agent_selection)
            self._offer = episode.offered(self.place, self._now, seat)
            self.infos[self.agent_selection] = info(self.place, self._offer)

    def render(self) -> str:
        """Return the table as a spectator sees it, in English."""
        return episode.shown(self.place, self.now, None)

    def close(self) -> None:
        """Do nothing: no resources are held."""

    def __str__(self) -> str:
        return str(self.metadata["name"])
