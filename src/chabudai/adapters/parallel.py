"""Games as PettingZoo environments (parallel): all seats act simultaneously.

Needs the extra `pettingzoo`.
"""

from __future__ import annotations

from copy import copy
from functools import cached_property
from secrets import randbits
from typing import Any

from gymnasium import spaces
from pettingzoo import ParallelEnv

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
from chabudai.core import AnyGame, Illegal, Rng, Seat
from chabudai.core.coding import WAIT


def parallel_env(game: AnyGame | str, seats: int | None = None, **choices: Any) -> ParallelTableEnv:
    """Return the environment. The arguments are those of `chabudai.adapters.episode.setting`."""
    return ParallelTableEnv(setting(game, seats, **choices))


class ParallelTableEnv(Copyable, ParallelEnv[str, Seen, int]):
    """A table whose seats are the agents seat_0, seat_1, …, which all act in every step.

    Seats that owe no move can only wait, which is action 0. If several seats owe a move, such as a
    vote, they act without knowing each other's moves, which are made in seat order. A move that is
    not offered, or that an earlier seat's move has made illegal, is not made. In that case
    `refused` in the agent's info says why, and the seat still owes a move.
    """

    render_mode = "ansi"
    DERIVED = frozenset(("observation_spaces", "action_spaces", "_offers"))

    def __init__(self, place: Setting) -> None:
        self.place = place
        self.metadata = {
            "name": f"{place.game.name}_v{episode.VERSION}",
            "render_modes": ["ansi"],
        }
        self.possible_agents = [f"seat_{seat}" for seat in range(place.seats)]
        self.agents: list[str] = []
        self._dice: Rng | None = None
        self._now: episode.Episode | None = None
        self._offers: dict[Seat, Offer] = {}

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

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Seen], dict[str, Info]]:
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
        return self._looked({})

    def step(
        self, actions: dict[str, int]
    ) -> tuple[
        dict[str, Seen], dict[str, float], dict[str, bool], dict[str, bool], dict[str, Info]
    ]:
        """Make the moves of all seats that owe one. Agents that are not in `actions` wait."""
        before, refusals = self.now, dict[Seat, str]()
        for seat, agent in enumerate(self.agents):
            if refusal := self._try(seat, actions.get(agent)):
                refusals[seat] = refusal
        if self._now is before:
            self._now = episode.refused(before)
        everybody = list(self.agents)
        paid = episode.paid(self.place, before, self.now)
        over = not episode.owing(self.place, self.now)
        cut_off = over and episode.cut_off(self.place, self.now)
        found, infos = self._looked(refusals)
        if over:
            self.agents = []
        return (
            found,
            dict(zip(everybody, paid, strict=True)),
            dict.fromkeys(everybody, over and not cut_off),
            dict.fromkeys(everybody, cut_off),
            infos,
        )

    def _try(self, seat: Seat, action: int | None) -> str | None:
        """Take a seat's step. Return why it cannot be taken, or None."""
        offer, number = self._offers[seat], whole(action)
        if offer is WAITING and (action is None or number == WAIT):
            return None
        if number is None or number not in offer:
            return f"seat_{seat} is {not_offered(action)}."
        try:
            self._now = episode.stepped(self.place, self.now, seat, offer, number)
        except Illegal as refusal:
            return str(refusal)
        return None

    def _looked(self, refusals: dict[Seat, str]) -> tuple[dict[str, Seen], dict[str, Info]]:
        """Return all agents' observations and infos, and store the new offers."""
        place, now = self.place, self.now
        self._derive()
        observations = {
            agent: seen(place, now, seat, self._offers[seat])
            for seat, agent in enumerate(self.agents)
        }
        infos = {
            agent: info(place, self._offers[seat], refusals.get(seat))
            for seat, agent in enumerate(self.agents)
        }
        return observations, infos

    def _derive(self) -> None:
        """Compute the offers again."""
        place, now = self.place, self._now
        seats = () if now is None else range(place.seats)
        self._offers = {seat: episode.offered(place, self.now, seat) for seat in seats}

    def render(self) -> str:
        """Return the table as a spectator sees it, in English."""
        return episode.shown(self.place, self.now, None)

    def close(self) -> None:
        """Do nothing: no resources are held."""

    def __str__(self) -> str:
        return str(self.metadata["name"])
