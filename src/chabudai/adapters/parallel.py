"""Games as PettingZoo environments (parallel): all seats act simultaneously.

Needs the extra `pettingzoo`.
"""

from __future__ import annotations

from typing import Any, Unpack

from pettingzoo import ParallelEnv

from chabudai.adapters import episode
from chabudai.adapters.actions import WAITING, Offer, not_offered, whole
from chabudai.adapters.agents import SeatAgents
from chabudai.adapters.episode import Choices, Setting, setting
from chabudai.adapters.spaces import Info, Seen, info, seen
from chabudai.core import AnyGame, Illegal, Seat
from chabudai.core.coding import WAIT


def parallel_env(
    game: AnyGame | str, seats: int | None = None, **choices: Unpack[Choices]
) -> ParallelTableEnv:
    """Return the environment. The arguments are as in `chabudai.adapters.episode.setting`."""
    return ParallelTableEnv(setting(game, seats, **choices))


class ParallelTableEnv(SeatAgents, ParallelEnv[str, Seen, int]):
    """A table whose seats are the agents seat_0, seat_1, …, which all act in every step.

    Seats that owe no move can only wait, which is action 0. If several seats owe a move, such as a
    vote, they act without knowing each other's moves. The moves are made in the order of the seats.
    A move is not made if it is not offered, or if an earlier seat's move has made it illegal. In
    that case `refused` in the agent's info says why, and the seat still owes a move.
    """

    DERIVED = frozenset(("observation_spaces", "action_spaces", "_offers"))

    def __init__(self, place: Setting) -> None:
        super().__init__(place)
        self._offers: dict[Seat, Offer] = {}

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Seen], dict[str, Info]]:
        """Begin another game. A given seed always gives the same game. Without a seed, the next
        game in the last seed's sequence begins. If no seed has been given yet, a random one is
        used. `options` is ignored: a table keeps the options it was created with.
        """
        self._begin(seed)
        return self._looked({})

    def step(
        self, actions: dict[str, int]
    ) -> tuple[
        dict[str, Seen], dict[str, float], dict[str, bool], dict[str, bool], dict[str, Info]
    ]:
        """Make the moves of all seats that owe one. Agents without an entry in `actions` wait."""
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
