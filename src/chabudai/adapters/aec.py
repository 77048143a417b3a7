"""Games as PettingZoo environments (AEC): one seat acts at a time.

Needs the extra `pettingzoo`.
"""

from __future__ import annotations

from typing import Any, Unpack

from pettingzoo import AECEnv

from chabudai.adapters import episode
from chabudai.adapters.actions import WAITING, Offer, not_offered, whole
from chabudai.adapters.agents import SeatAgents
from chabudai.adapters.episode import Choices, Setting, setting
from chabudai.adapters.spaces import Info, Seen, info, seen
from chabudai.core import AnyGame, Seat


def env(game: AnyGame | str, seats: int | None = None, **choices: Unpack[Choices]) -> TableEnv:
    """Return the environment. It needs none of PettingZoo's wrappers, because it refuses steps that
    are out of order or not offered. The arguments are as in `chabudai.adapters.episode.setting`.
    """
    return TableEnv(setting(game, seats, **choices))


raw_env = env
"""PettingZoo's name for an environment without wrappers."""


class TableEnv(SeatAgents, AECEnv[str, Seen, int]):
    """A table whose seats are the agents seat_0, seat_1, …

    The first seat that owes a move is selected. CHANCE's moves are made in between. A seat that
    owes no move is never selected, even if it could make an `Anytime` move.
    """

    DERIVED = frozenset(("observation_spaces", "action_spaces", "_offer", "infos"))

    def __init__(self, place: Setting) -> None:
        super().__init__(place)
        self.metadata["is_parallelizable"] = False
        self.agent_selection = self.possible_agents[0]
        self._offer: Offer = WAITING
        self.infos: dict[str, Info] = {}

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin another game. A given seed always gives the same game. Without a seed, the next
        game in the last seed's sequence begins. If no seed has been given yet, a random one is
        used. `options` is ignored: a table keeps the options it was created with.
        """
        self._begin(seed)
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
        """Take the step with this number for the selected agent. Raises ValueError if the number is
        not offered, or before the first reset.
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
        """Make a whole move, given as an action of the game, for the selected agent. The action
        need not have a number, so any legal word is possible. Raises Illegal if the rules forbid
        it.
        """
        seat = self.seat_of(self.agent_selection)
        self._next(episode.moved(self.place, self.now, seat, action))

    def _next(self, now: episode.Episode) -> None:
        """Continue with the episode that results from the selected agent's step."""
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
