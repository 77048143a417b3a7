"""Games for OpenSpiel's algorithms, with explicit chance nodes. One seat acts at a time.

Needs the extra `openspiel`. After `register`, `pyspiel.load_game("chabudai_word_bank")` works.
"""

from __future__ import annotations

from collections.abc import Callable
from hashlib import blake2b
from typing import Any, ClassVar

import msgspec
import numpy as np
import pyspiel
from msgspec import inspect, structs
from msgspec.structs import replace
from numpy.typing import NDArray

from chabudai.adapters import episode
from chabudai.adapters.actions import Offer
from chabudai.adapters.copies import Immutable
from chabudai.adapters.episode import MOST_MOVES, Episode, Setting, setting
from chabudai.core import CHANCE, AnyGame, Rng, Seat, Struct, events_for, play, stream
from chabudai.games import GAMES

OUTCOMES = 1024
"""Default number of outcomes of a chance node."""
MOST_SCORE = 1e6
"""Bound on the returns with `reward` "score"."""
PLAIN = (inspect.BoolType, inspect.IntType)
"""Types of options that OpenSpiel's parameters can hold unchanged."""


def short_name(game: AnyGame) -> str:
    """Return a game's name in OpenSpiel."""
    return f"chabudai_{game.name.replace('-', '_')}"


def register() -> None:
    """Register all games with OpenSpiel. Further calls do nothing."""
    known = set(pyspiel.registered_names())
    for game in GAMES.values():
        if short_name(game) not in known:
            pyspiel.register_game(game_type(game), maker(game))


def game_type(game: AnyGame) -> pyspiel.GameType:
    """Return OpenSpiel's description of a game, with its default parameters."""
    utility = pyspiel.GameType.Utility
    return pyspiel.GameType(
        short_name=short_name(game),
        long_name=game.title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=utility.IDENTICAL if game.together else utility.GENERAL_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=game.seats[-1],
        min_num_players=game.seats[0],
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=False,
        parameter_specification={
            "players": 0,
            "seed": 0,
            "outcomes": OUTCOMES,
            "listed": 0,
            "draws": 0,
            "most_moves": MOST_MOVES,
            "reward": "win",
            **option_parameters(game),
        },
    )


def option_parameters(game: AnyGame) -> dict[str, int | str | bool]:
    """Return the options that OpenSpiel's parameters can hold, with their defaults. An option that
    may be a word is passed as a string, and its numbers are written as "#3", because OpenSpiel
    reads the string "3" as a number.
    """
    found: dict[str, int | str | bool] = {}
    for field in structs.fields(game.options):
        plain = isinstance(inspect.type_info(field.type), PLAIN)
        if isinstance(field.default, str) or plain:
            found[field.name] = field.default
        elif isinstance(field.default, int):
            found[field.name] = f"#{field.default}"
    return found


def options_from(game: AnyGame, chosen: dict[str, Any]) -> dict[str, Any]:
    """Return the game's options from OpenSpiel's parameters."""
    named = {name: chosen[name] for name in option_parameters(game)}
    return {
        name: int(value[1:]) if str(value)[:1] == "#" and value[1:].isdecimal() else value
        for name, value in named.items()
    }


def maker(game: AnyGame) -> Callable[[dict[str, Any]], TableGame]:
    """Return the class of a game's tables, which OpenSpiel instantiates with parameters."""

    class Made(TableGame):
        """Tables of one game."""

        def __init__(self, params: dict[str, Any] | None = None) -> None:
            super().__init__(game, params or {})

    return Made


class TableGame(pyspiel.Game):
    """A table of a game. The parameters set its options. `players` is the number of seats, by
    default the minimum.

    A chance node has `outcomes` equally likely outcomes. Each outcome has its own random stream,
    which follows from `seed` and from the number of draws so far. The outcomes are thus a sample of
    all deals and depend on the seed. If `deals` is given, the first chance node's outcomes are
    these states. `listed` and `draws` are 0 for a game that numbers its own steps. The other
    parameters are as in `Setting`. Raises ValueError for invalid parameters.
    """

    def __init__(self, game: AnyGame, params: dict[str, Any], deals: tuple[Any, ...] = ()) -> None:
        kind = game_type(game)
        chosen = {**kind.parameter_specification, **params}
        if chosen["reward"] == "shaped":
            raise ValueError("OpenSpiel's returns are final: reward is win, score or margin.")
        self.place = setting(
            game,
            chosen["players"] or None,
            options_from(game, chosen),
            listed=chosen["listed"] or None,
            draws=chosen["draws"] or None,
            most_moves=chosen["most_moves"],
            reward=chosen["reward"],
        )
        most = 1.0 if self.place.reward == "win" else MOST_SCORE
        self.seed, self.outcomes = chosen["seed"], chosen["outcomes"]
        self.deals = Deals(deals)
        if self.outcomes < 1:
            raise ValueError(f"outcomes is a number from 1 on, not {self.outcomes}.")
        about = pyspiel.GameInfo(
            num_distinct_actions=self.place.numbering.size,
            max_chance_outcomes=max(self.outcomes, len(deals)),
            num_players=self.place.seats,
            min_utility=-most,
            max_utility=most,
            utility_sum=None,
            max_game_length=self.place.most_moves,
        )
        super().__init__(kind, about, params)

    def new_initial_state(self) -> TableState:
        """Return the state before the first deal."""
        return TableState(self)

    def make_py_observer(
        self,
        iig_obs_type: pyspiel.IIGObservationType | None = None,
        params: dict[str, Any] | None = None,
    ) -> Observer | Memory:
        """Return an observer of views or, if perfect recall is requested, of everything that a seat
        has seen and done. Raises ValueError unless the type asks for public information and for one
        seat's private information.
        """
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        if (kind.public_info, kind.private_info) != (True, pyspiel.PrivateInfoType.SINGLE_PLAYER):
            raise ValueError("A seat's view has public and private parts: neither is separate.")
        return Memory() if kind.perfect_recall else Observer(self.place)


class Deals(Immutable, tuple[Any, ...]):
    """Equally likely states after the deal."""

    __slots__ = ()


class Past(Immutable, Struct):
    """A step of a game: the states before and after it, the seat that took it, its number, and the
    move that it completed. `action` is None if the step completed no move, or if CHANCE chose one
    of the `deals`.
    """

    before: Any
    after: Any
    seat: Seat
    number: int
    action: Any


class TableState(pyspiel.State):
    """A state of a game, determined by the actions that led to it."""

    def __init__(self, game: TableGame) -> None:
        super().__init__(game)
        place = self.place = game.place
        self.outcomes, self.deals = game.outcomes, game.deals
        self.now = Episode(place.game.setup(place.options, place.seats), game.seed)
        self.offers: dict[Seat, Offer] = {}
        self.past: list[Past] = []
        """The steps since the first state, or since the state was imagined."""
        self.remembered: dict[Seat, tuple[int, str]] = {}
        """Digest of each seat's memory, and the number of these steps that it covers."""

    def current_player(self) -> int:
        """Return the first seat that owes a move, or OpenSpiel's special player if chance moves
        next or the game is over.
        """
        owing = episode.owing(self.place, self.now)
        return owing[0] if owing else int(pyspiel.PlayerId.TERMINAL)

    def offer(self, player: Seat) -> Offer:
        """Return the current offer to a seat."""
        if player not in self.offers:
            self.offers[player] = episode.offered(self.place, self.now, player)
        return self.offers[player]

    def _legal_actions(self, player: Seat) -> list[int]:
        """Return the offered numbers in ascending order."""
        return self.offer(player).numbers

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return all outcomes with their probabilities."""
        count = self._outcomes()
        return [(outcome, 1 / count) for outcome in range(count)]

    def _outcomes(self) -> int:
        """Return the number of outcomes of the current chance node."""
        return self.outcomes if self.now.throws else len(self.deals) or self.outcomes

    def _apply_action(self, action: int) -> None:
        """Draw the chance outcome, or take a step for the first seat that owes a move. Raises
        ValueError if `action` is neither an outcome nor offered, or if the game is over.
        """
        now, place = self.now, self.place
        owing = episode.owing(place, now)
        if not owing:
            raise ValueError("The game is over.")
        seat = owing[0]
        if seat != CHANCE:
            offer = self.offer(seat)
            if action not in offer:
                raise ValueError(f"Seat {seat} is not offered action {action}.")
            move = place.numbering.move(offer, seat, (*now.draft(seat), action))
            after = episode.advanced(place, now, seat, offer, action)
        elif action not in range(self._outcomes()):
            raise ValueError(f"There is no outcome {action}: there are {self._outcomes()}, from 0.")
        elif self.deals and not now.throws:
            move, after = None, replace(now, state=self.deals[action], throws=1)
        else:
            move = place.game.chance(now.state, stream(now.seed, now.throws, action))
            after = episode.thrown(place, now, move)
        self.past.append(Past(now.state, after.state, seat, action, move))
        self.now, self.offers = after, {}

    def memory(self, seat: Seat) -> str:
        """Return a digest of everything that a seat has seen and done."""
        game = self.place.game
        steps, digest = self.remembered.get(seat, (0, ""))
        for past in self.past[steps:]:
            own = past.number if past.seat == seat else None
            if past.action is not None:
                news = play(game, past.before, past.seat, past.action).news
                seen = (digest, own, events_for(news, seat), game.view(past.after, seat))
            elif past.seat == CHANCE:
                seen = (digest, own, (), game.view(past.after, seat))
            elif own is not None:
                seen = (digest, own, (), None)
            else:
                continue  # no other seat sees a draft
            digest = blake2b(msgspec.msgpack.encode(seen), digest_size=16).hexdigest()
        self.remembered[seat] = (len(self.past), digest)
        return digest

    def resample_from_infostate(self, player: Seat, sampler: Callable[[], float]) -> TableState:
        """Return a random state that the seat cannot distinguish from this one (`determinize`). The
        other seats remember only their views.
        """
        rng, game = Rng(int(sampler() * 2**53)), self.place.game
        imagined: TableState = self.get_game().new_initial_state()
        now, draft = self.now, self.now.draft(player)
        state = game.determinize(game.view(now.state, player), rng)
        imagined.now = replace(now, state=state, drafts=((player, draft),) if draft else ())
        imagined.remembered = {player: (0, self.memory(player))}
        return imagined

    def _action_to_string(self, player: int, action: int) -> str:
        """Return the meaning of a step, or the number of a chance outcome."""
        if player == pyspiel.PlayerId.CHANCE:
            return f"throw {action}"
        return str(self.place.numbering.name(self.offer(player), action))

    def is_terminal(self) -> bool:
        """Whether the game is over or was truncated."""
        return not episode.owing(self.place, self.now)

    def returns(self) -> list[float]:
        """Return each seat's reward at the end of the game, as `reward` defines it, or 0.0 before
        the end.
        """
        return list(episode.rewards(self.place, self.now))

    def __str__(self) -> str:
        """Return the table as a spectator sees it, and the numbers of moves and of random draws."""
        shown = episode.shown(self.place, self.now, None)
        return f"{shown}\n{self.now.moves} moves, {self.now.throws} throws"


class Observer:
    """The observation that docs/adapters.md describes, as 32-bit floats and as text."""

    def __init__(self, place: Setting) -> None:
        self.place = place
        self.tensor: NDArray[np.float32] = np.zeros(place.observations.size, np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: TableState, player: Seat) -> None:
        """Fill the tensor with a state as a seat sees it."""
        self.tensor[:] = episode.observed(self.place, state.now, player)

    def string_from(self, state: TableState, player: Seat) -> str:
        """Return the table as a seat sees it, in English."""
        return episode.shown(self.place, state.now, player)


class Memory:
    """A seat's information state: its view as text, and a digest of everything it has seen and
    done.
    """

    tensor = None
    dict: ClassVar[dict[str, Any]] = {}

    def set_from(self, state: TableState, player: Seat) -> None:
        """Raise ValueError, because an information state has no fixed size."""
        raise ValueError("An information state has no tensor.")

    def string_from(self, state: TableState, player: Seat) -> str:
        """Return a string that is equal for two states only if the seat cannot distinguish them."""
        view = state.place.game.view(state.now.state, player)
        known = blake2b(msgspec.msgpack.encode(view), digest_size=16).hexdigest()
        shown = episode.shown(state.place, state.now, player)
        return f"seat {player}\n{shown}\n{known} {state.memory(player)}"
