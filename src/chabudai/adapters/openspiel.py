"""Games for OpenSpiel's algorithms, with explicit chance and simultaneous moves.

Needs the extra `openspiel`. After `register`, `pyspiel.load_game("chabudai_word_bank")` works.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pyspiel
from numpy.typing import NDArray

from chabudai.adapters import episode
from chabudai.adapters.actions import LISTED, Offer
from chabudai.adapters.episode import MOST_MOVES, Episode, Setting, setting
from chabudai.core import CHANCE, AnyGame, Illegal, Seat, stream
from chabudai.games import GAMES

OUTCOMES = 1024
"""Default number of outcomes of a chance node."""


def short_name(game: AnyGame) -> str:
    """Return the name of a game in OpenSpiel."""
    return f"chabudai_{game.name.replace('-', '_')}"


def register() -> None:
    """Register all games with OpenSpiel. Further calls do nothing."""
    known = set(pyspiel.registered_names())
    for game in GAMES.values():
        if short_name(game) not in known:
            pyspiel.register_game(game_type(game), maker(game))


def game_type(game: AnyGame) -> pyspiel.GameType:
    """Return OpenSpiel's description of a game, with its default parameters."""
    defaults: dict[str, int] = {
        "players": setting(game).seats,
        "seed": 0,
        "outcomes": OUTCOMES,
        "listed": LISTED,
        "draws": 0,
        "most_moves": MOST_MOVES,
    }
    return pyspiel.GameType(
        short_name=short_name(game),
        long_name=game.title,
        dynamics=pyspiel.GameType.Dynamics.SIMULTANEOUS,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.GENERAL_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=game.seats[-1],
        min_num_players=game.seats[0],
        provides_information_state_string=False,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=False,
        parameter_specification=defaults,
    )


def maker(game: AnyGame) -> Callable[[dict[str, int]], TableGame]:
    """Return the class of a game's tables, which OpenSpiel calls with parameters."""

    class Made(TableGame):
        """Tables of one game."""

        def __init__(self, params: dict[str, int] | None = None) -> None:
            super().__init__(game, params or {})

    return Made


class TableGame(pyspiel.Game):
    """A table with default options and `players` seats.

    A chance node has `outcomes` equally likely outcomes. Each outcome has its own dice, which
    follow from `seed` and from the number of throws so far: a sample of all deals, different for
    every seed. With `draws` 0, all legal actions are offered. The other parameters are as in
    `Setting`. Raises ValueError with a sentence for invalid parameters.
    """

    def __init__(self, game: AnyGame, params: dict[str, int]) -> None:
        kind = game_type(game)
        chosen = {**kind.parameter_specification, **params}
        self.place = setting(
            game,
            chosen["players"],
            listed=chosen["listed"],
            draws=chosen["draws"] or None,
            most_moves=chosen["most_moves"],
        )
        self.seed, self.outcomes = chosen["seed"], chosen["outcomes"]
        if self.outcomes < 1:
            raise ValueError(f"outcomes is a number from 1 on, not {self.outcomes}.")
        about = pyspiel.GameInfo(
            num_distinct_actions=self.place.numbering.size,
            max_chance_outcomes=self.outcomes,
            num_players=self.place.seats,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=None,
            max_game_length=self.place.most_moves,
        )
        super().__init__(kind, about, params)

    def new_initial_state(self) -> TableState:
        """Return the state before the first deal."""
        return TableState(self)

    def make_py_observer(
        self, iig_obs_type: object = None, params: dict[str, Any] | None = None
    ) -> Observer:
        """Return an observer of views, whatever kind of observation is requested."""
        return Observer(self.place)


class TableState(pyspiel.State):
    """A state of a game, determined by the actions that led to it."""

    def __init__(self, game: TableGame) -> None:
        super().__init__(game)
        place = self.place = game.place
        self.outcomes = game.outcomes
        self.now = Episode(place.game.setup(place.options, place.seats), game.seed)
        self.offers: dict[Seat, Offer] = {}

    def current_player(self) -> int:
        """Return the seat that owes a move, or OpenSpiel's special player for chance, simultaneous
        moves or the end of the game.
        """
        owing = episode.owing(self.place, self.now)
        if not owing:
            return int(pyspiel.PlayerId.TERMINAL)
        if owing == (CHANCE,):
            return int(pyspiel.PlayerId.CHANCE)
        return owing[0] if len(owing) == 1 else int(pyspiel.PlayerId.SIMULTANEOUS)

    def offer(self, player: Seat) -> Offer:
        """Return the current offer to a seat."""
        if player not in self.offers:
            self.offers[player] = episode.offered(self.place, self.now, player)
        return self.offers[player]

    def chosen(self, player: Seat, number: int) -> object:
        """Return the action with this number. Raises ValueError if it is not offered to the
        seat.
        """
        offered = self.offer(player).actions
        if number not in offered:
            raise ValueError(f"Seat {player} is not offered action {number}.")
        return offered[number]

    def _legal_actions(self, player: Seat) -> list[int]:
        """Return the offered numbers in ascending order."""
        return list(self.offer(player).actions)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return all outcomes with their probabilities."""
        return [(outcome, 1 / self.outcomes) for outcome in range(self.outcomes)]

    def _apply_action(self, action: int) -> None:
        """Throw the dice, or make the move of the one seat that owes one. Raises ValueError if
        `action` is not an outcome or not offered, and when the game is over.
        """
        now = self.now
        owing = episode.owing(self.place, now)
        if len(owing) != 1:
            why = "Several seats move: give an action for each." if owing else "The game is over."
            raise ValueError(why)
        if owing == (CHANCE,):
            if action not in range(self.outcomes):
                raise ValueError(
                    f"There is no outcome {action}: there are {self.outcomes}, from 0."
                )
            dice = stream(now.seed, now.throws, action)
            self._next(episode.thrown(self.place, now, dice))
            return
        seat = owing[0]
        self._next(episode.acted(self.place, now, seat, self.chosen(seat, action)))

    def _apply_actions(self, actions: list[int]) -> None:
        """Make the moves of all seats that owe one, in order. Skip a move that an earlier one has
        made illegal. Raises ValueError if an action is not offered.
        """
        now = self.now
        owing = episode.owing(self.place, now)
        moves = {seat: self.chosen(seat, actions[seat]) for seat in owing}
        for seat in owing:
            try:
                now = episode.acted(self.place, now, seat, moves[seat])
            except Illegal:
                continue
        self._next(now)

    def _next(self, now: Episode) -> None:
        """Replace the episode, and clear the cached offers."""
        self.now, self.offers = now, {}

    def _action_to_string(self, player: int, action: int) -> str:
        """Return an action as a line that a person could type, or the number of a throw."""
        if player == pyspiel.PlayerId.CHANCE:
            return f"throw {action}"
        chosen = self.offer(player).actions.get(action)
        return "wait" if chosen is None else self.place.game.text.write(chosen)

    def is_terminal(self) -> bool:
        """Whether the game is over or was truncated."""
        return not episode.owing(self.place, self.now)

    def returns(self) -> list[float]:
        """Return each seat's return: 1.0 for winners and -1.0 for all others, or 0.0 before the
        end.
        """
        return list(episode.rewards(self.place, self.now))

    def __str__(self) -> str:
        """Return the table as a spectator sees it, and the numbers of moves and throws."""
        shown = episode.shown(self.place, self.now, None)
        return f"{shown}\n{self.now.moves} moves, {self.now.throws} throws"


class Observer:
    """The observation that docs/adapters.md describes, as 32-bit floats and as text."""

    def __init__(self, place: Setting) -> None:
        self.place = place
        self.tensor: NDArray[np.float32] = np.zeros(place.observations.size, np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: TableState, player: Seat) -> None:
        """Observe a state as a seat sees it."""
        self.tensor[:] = np.frombuffer(
            episode.observed(self.place, state.now, player), dtype=np.int32
        )

    def string_from(self, state: TableState, player: Seat) -> str:
        """Return the table as a seat sees it, in English."""
        return episode.shown(self.place, state.now, player)
