"""Games as Gymnasium environments: one seat, with bots in all other seats. Needs the extra
`gymnasium`.
"""

from __future__ import annotations

from collections.abc import Sequence
from copy import deepcopy
from functools import cached_property
from itertools import product
from secrets import randbits
from typing import Any, Literal, Unpack

import gymnasium
import numpy as np
from gymnasium import spaces

from chabudai.adapters import episode
from chabudai.adapters.actions import WAITING, not_offered, whole
from chabudai.adapters.copies import Copyable
from chabudai.adapters.episode import Choices, Setting, setting
from chabudai.adapters.opponents import LIMIT_S, Opponent, opponents, seated
from chabudai.adapters.spaces import (
    Info,
    Mask,
    Seen,
    Space,
    action_space,
    info,
    mask_of,
    observation_space,
    seen,
)
from chabudai.core import AnyGame, Illegal, Seat, is_among, next_to_agree, stream
from chabudai.games import GAMES
from chabudai.search.policies import Policy, chosen, legal

MISSIONS = 20
"""Number of The Kakapo's missions in each mode. Importing the game in order to count them would
take 0.1 s.
"""
ANY_SEAT = "random"
"""The value of `seat` that puts the learner in a random seat in each game."""
SEATING = 0x5EA7
"""Number of the random stream that chooses the learner's seat."""


class SeatEnv(Copyable, gymnasium.Env[Seen, np.int64]):
    """One seat at a table of bots.

    A move that is not offered is not made: nothing changes, the reward is 0.0, and `refused` in the
    info says why. During each step, the bots also move, until the seat's next turn. Each bot has
    its own persona and random numbers, which follow from the episode's seed. Raises PolicyFailed if
    a policy in another seat raises, takes more than `limit` seconds, or does not return a legal
    action.
    """

    DERIVED = frozenset(("observation_space", "action_space", "_offer", "_seated"))
    metadata = {"render_modes": ["ansi"]}  # noqa: RUF012 - Gymnasium declares it so

    def __init__(
        self,
        place: Setting,
        seat: Seat | Literal["random"],
        bots: Sequence[Opponent],
        limit: float | None = LIMIT_S,
        render_mode: str | None = None,
    ) -> None:
        self.place, self.bots, self.limit = place, tuple(bots), limit
        self.seat: Seat = 0 if isinstance(seat, str) else seat
        self.render_mode = render_mode
        self._chosen, self._table = seat, place
        self._now: episode.Episode | None = None
        self._offer = WAITING
        self._seated: dict[Seat, Policy] = {}

    @cached_property
    def observation_space(self) -> Space:  # type: ignore[override]
        """The observation space."""
        return observation_space(self.place)

    @cached_property
    def action_space(self) -> spaces.Discrete:  # type: ignore[override]
        """The action space."""
        return action_space(self.place)

    @property
    def now(self) -> episode.Episode:
        """The current state of the game. Raises ValueError before the first reset."""
        if self._now is None:
            raise ValueError("The environment has not been reset yet.")
        return self._now

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Seen, Info]:
        """Begin another game. A given seed always gives the same game. Without a seed, the next
        game in the last seed's sequence begins. If no seed has been given yet, a random one is
        used. `options` may contain table options, such as {"mission": "buddy/3"}, for this game
        only. Raises ValueError, whose message is a sentence, if they cannot be played.
        """
        place = episode.with_options(self._table, options)
        if seed is None and self._np_random is None:
            seed = randbits(63)
        if seed is None:
            self._np_random = deepcopy(self._np_random)  # clones share the old one
        super().reset(seed=seed)
        number = int(self.np_random.integers(1 << 63))
        if isinstance(self._chosen, str):
            self.seat = stream(number, SEATING).below(place.seats)
        self.place, self._now, self._seated = place, episode.begin(place, number), {}
        self._let_bots_move()
        return self._look(), info(self.place, self._offer)

    def step(self, action: int | np.integer[Any]) -> tuple[Seen, float, bool, bool, Info]:
        """Take the step with this number, and make the bots' moves until the seat owes a move
        again.
        """
        before, number = self.now, whole(action)
        if number is None or number not in self._offer:
            self._now = episode.refused(before)
            return self._told(before, f"The seat is {not_offered(action)}.")
        self._now = episode.stepped(self.place, before, self.seat, self._offer, number)
        self._let_bots_move()
        return self._told(before, None)

    def play(self, action: object) -> tuple[Seen, float, bool, bool, Info]:
        """Make a whole move, given as an action of the game. The action need not have a number, so
        any legal word is possible.
        """
        before, refusal = self.now, None
        try:
            self._now = episode.moved(self.place, before, self.seat, action)
        except Illegal as illegal:
            self._now, refusal = episode.refused(before), str(illegal)
        self._let_bots_move()
        return self._told(before, refusal)

    def _told(
        self, before: episode.Episode, refusal: str | None
    ) -> tuple[Seen, float, bool, bool, Info]:
        """Return the results of a step."""
        place, now = self.place, self.now
        found = self._look()
        over = not episode.owing(place, now)
        cut_off = over and episode.cut_off(place, now)
        reward = episode.paid(place, before, now)[self.seat]
        return found, reward, over and not cut_off, cut_off, info(place, self._offer, refusal)

    def _look(self) -> Seen:
        """Return the seat's observation, and store its new offer."""
        self._offer = episode.offered(self.place, self.now, self.seat)
        return seen(self.place, self.now, self.seat, self._offer)

    def action_masks(self) -> Mask:
        """Return a flag for each step: 1 if it is offered now. Learners that use masks expect this
        name.
        """
        return mask_of(self.place, self._offer)

    def _let_bots_move(self) -> None:
        """Make the bots' moves until the seat owes a move, or no seat does."""
        while (owing := episode.owing(self.place, self.now)) and self.seat not in owing:
            self._now = self._moved_by_bot(owing[0])
        self._let_bots_agree()

    def _let_bots_agree(self) -> None:
        """Make the bots agree to a proposal that the seat has agreed to, such as giving up
        (`Extras.agree`).
        """
        game, others = self.place.game, [at for at in range(self.place.seats) if at != self.seat]
        while episode.owing(self.place, self.now) and (
            wish := next_to_agree(game, self.now.state, (self.seat,), others)
        ):
            self._now = episode.moved(self.place, self.now, *wish)

    def _moved_by_bot(self, seat: Seat) -> episode.Episode:
        """Return the episode after a bot's move."""
        now = self.now
        dice = stream(now.seed, seat, now.throws, now.moves)
        view = self.place.game.view(now.state, seat)
        action = chosen(self.place.game, self._bot(seat), view, seat, dice)
        with legal(seat):
            return episode.moved(self.place, now, seat, action)

    def _bot(self, seat: Seat) -> Policy:
        """Return the bot of a seat, with its persona in this episode."""
        if seat not in self._seated:
            opponent = self.bots[seat - (seat > self.seat)]
            persona = stream(self.now.seed, seat).below(1 << 31)
            self._seated[seat] = seated(self.place.game, opponent, persona, self.limit)
        return self._seated[seat]

    def _derive(self) -> None:
        """Compute the offer again. Each bot is recreated when it next moves."""
        self._offer, self._seated = WAITING, {}
        if self._now is not None:
            self._offer = episode.offered(self.place, self._now, self.seat)

    def render(self) -> str:
        """Return the table as the seat sees it, in English."""
        return episode.shown(self.place, self.now, self.seat)


class SeatChoices(Choices, total=False):
    """The arguments of `seat_env` that a vector of environments passes on."""

    seat: Seat | Literal["random"]
    bots: Opponent | Sequence[Opponent]
    limit: float | None
    render_mode: str | None


def seat_env(
    game: AnyGame | str,
    seats: int | None = None,
    *,
    seat: Seat | Literal["random"] = 0,
    bots: Opponent | Sequence[Opponent] = "normal",
    limit: float | None = LIMIT_S,
    render_mode: str | None = None,
    **choices: Unpack[Choices],
) -> SeatEnv:
    """Return an environment. `seat` is the learner's seat, or "random" for a random seat in each
    game. `bots` is a level of the game, "greedy", "random" or a policy, for all other seats. It can
    also be a list that contains one of these for each other seat, in order. A policy maps a view, a
    seat and an `Rng` to an action, and must return within `limit` seconds. The other arguments are
    as in `chabudai.adapters.episode.setting`. Raises ValueError or TypeError for an invalid
    argument.
    """
    place = setting(game, seats, **choices)
    if seat != ANY_SEAT and not is_among(seat, range(place.seats)):
        raise ValueError(
            f"There is no seat {seat!r}; seats are numbered 0 to {place.seats - 1}, or random."
        )
    if limit is not None and not limit > 0:
        raise ValueError(f"limit is a positive number of seconds or None, not {limit!r}.")
    others = opponents(place.game, bots, place.seats - 1)
    return SeatEnv(place, seat, others, limit, render_mode)


# Importing this module registers the games: `gymnasium.make("chabudai/word-bank-v1")` takes the
# arguments of `seat_env`, and `gymnasium.make_vec` those of `vector.vector_env`.
# Each mission in the book of The Kakapo has a name of its own, such as "kakapo-buddy-7".
named: dict[str, dict[str, Any]] = {name: {"game": name} for name in GAMES}
for mode, number in product(("buddy", "party"), range(1, MISSIONS + 1)):
    options = {"mission": f"{mode}/{number}"}
    named[f"kakapo-{mode}-{number}"] = {"game": "kakapo", "options": options}
for name, kwargs in named.items():
    gymnasium.register(
        f"chabudai/{name}-v{episode.VERSION}",
        "chabudai.adapters.single:seat_env",
        vector_entry_point="chabudai.adapters.vector:vector_env",
        kwargs=kwargs,
    )
