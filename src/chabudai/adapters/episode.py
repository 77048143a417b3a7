"""Episodes, which are games in progress as values, and settings of environments.

An episode's random numbers follow from its seed and from the number of dice throws so far. So an
episode can be copied, sent and restored at any point, and continues in the same way.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, fields, replace
from functools import lru_cache
from typing import Any, Literal, TypeAlias, get_args

import msgspec
from msgspec import structs

from chabudai.adapters.actions import LISTED, WAITING, Numbering, Offer, numbering
from chabudai.adapters.copies import Immutable
from chabudai.adapters.observations import Observations, observations
from chabudai.adapters.parts import Row
from chabudai.core import (
    CHANCE,
    AnyGame,
    Illegal,
    Outcome,
    Rng,
    Seat,
    Struct,
    is_game,
    play,
    stream,
)
from chabudai.games import GAMES

Reward: TypeAlias = Literal["win", "score"]
MOST_MOVES = 10_000
"""Default number of the seats' moves after which an episode is truncated."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Setting(Immutable):
    """Settings of an environment.

    `reward` is given to each seat when the game is over: with "win", 1.0 to winners and -1.0 to all
    other seats; with "score", the score in the game's own unit. Until then the reward is 0.0.
    `listed` is the count of numbers for actions without fixed ones. With `draws`, a seat is offered
    its menu and that many draws of the game's `sample`, instead of all legal actions.
    """

    game: AnyGame
    seats: int
    options: Struct
    reward: Reward = "win"
    listed: int = LISTED
    draws: int | None = None
    most_moves: int = MOST_MOVES

    @property
    def observations(self) -> Observations:
        """The encoding of the seats' views as numbers."""
        return observations(self.game)

    @property
    def numbering(self) -> Numbering:
        """The numbering of the seats' actions."""
        return numbering(self.game, self.listed)

    def __reduce__(self) -> tuple[Callable[..., Setting], tuple[object, ...]]:
        """Return a function that restores the setting, and its arguments. Raises PicklingError if
        the game is not in `chabudai.games.GAMES`.
        """
        others = {each.name: getattr(self, each.name) for each in fields(self)}
        return restored, (others.pop("game"), msgspec.msgpack.encode(others.pop("options")), others)


def restored(game: AnyGame, options: bytes, others: dict[str, Any]) -> Setting:
    """Restore a setting from its game, its encoded options, and the other fields."""
    kind: type[Struct] = game.options
    return Setting(game=game, options=decoder(kind).decode(options), **others)


def setting(
    game: AnyGame | str,
    seats: int | None = None,
    options: Struct | dict[str, Any] | None = None,
    *,
    reward: Reward = "win",
    listed: int = LISTED,
    draws: int | None = None,
    most_moves: int = MOST_MOVES,
) -> Setting:
    """Return a valid setting. `game` is a game or its name. `seats` is by default the smallest
    number that the options allow. `options` may be a dict of the fields that differ from the
    defaults. Raises ValueError (which may be Illegal) with a sentence, and TypeError for values of
    the wrong type.
    """
    game = game_of(game)
    counts = {"seats": seats, "listed": listed, "draws": draws, "most_moves": most_moves}
    for name, number in counts.items():
        check_whole(name, number)
    if reward not in get_args(Reward):
        raise ValueError(f"A reward is win or score, not {reward!r}.")
    if listed < 1 or most_moves < 1 or (draws is not None and draws < 1):
        raise ValueError("listed, draws and most_moves are numbers from 1 on.")
    chosen = options_of(game, options)
    if seats is None:
        seats = fewest(game, chosen)
    if seats not in game.seats:
        raise ValueError(f"{game.title} is played by {game.seats[0]} to {game.seats[-1]}.")
    game.setup(chosen, seats)
    return Setting(
        game=game,
        seats=seats,
        options=chosen,
        reward=reward,
        listed=listed,
        draws=draws,
        most_moves=most_moves,
    )


def game_of(named: object) -> AnyGame:
    """Look up a game by name, or return a game. Raises ValueError and TypeError with a sentence."""
    if isinstance(named, str):
        if named not in GAMES:
            raise ValueError(f"There is no game {named!r}. Available: {', '.join(GAMES)}.")
        return GAMES[named]
    if not is_game(named):
        raise TypeError(f"A game is its name or a value of chabudai.games.GAMES, not {named!r}.")
    return named


def check_whole(name: str, number: object) -> None:
    """Raise TypeError if `number` is neither a whole number nor None."""
    if number is not None and not isinstance(number, int):
        raise TypeError(f"{name} is a whole number, not {number!r}.")


def options_of(game: AnyGame, options: Struct | dict[str, Any] | None) -> Struct:
    """Return the options of a table. Raises ValueError if they are not options of this game."""
    chosen: Struct
    of_another = isinstance(options, Struct) and not isinstance(options, game.options)
    if of_another:
        raise ValueError(f"These are not options of {game.title}: {options!r}.")
    try:
        chosen = msgspec.convert({} if options is None else options, game.options)
    except msgspec.ValidationError as error:
        raise ValueError(f"These are not options of {game.title}: {error}.") from None
    return chosen


def with_options(place: Setting, changes: dict[str, Any] | None) -> Setting:
    """Return a setting with some other table options. Raises ValueError (which may be
    Illegal) with a sentence if they cannot be played by this number of seats.
    """
    if not changes:
        return place
    options = options_of(place.game, {**structs.asdict(place.options), **changes})
    place.game.setup(options, place.seats)
    return replace(place, options=options)


def fewest(game: AnyGame, options: Struct) -> int:
    """Return the smallest number of seats that these options allow, or the game's if they allow
    none.
    """
    for seats in game.seats:
        with suppress(Illegal):
            game.setup(options, seats)
            return seats
    return game.seats[0]


class Episode(Immutable, Struct):
    """A game in progress: its state, the seed of its dice, and the numbers of throws and of seats'
    moves so far.
    """

    state: Any
    seed: int
    throws: int = 0
    moves: int = 0

    def __reduce__(self) -> tuple[Callable[..., Episode], tuple[object, ...]]:
        """Return a function that restores the episode, and its arguments. The state is encoded as
        MessagePack, which is smaller and faster than a pickle of nested structs.
        """
        encoded = msgspec.msgpack.encode(self.state)
        return decoded, (type(self.state), encoded, self.seed, self.throws, self.moves)


def decoded(kind: type, encoded: bytes, seed: int, throws: int, moves: int) -> Episode:
    """Restore an episode whose state is a `kind`."""
    return Episode(decoder(kind).decode(encoded), seed, throws, moves)


@lru_cache(maxsize=32)
def decoder(kind: type) -> msgspec.msgpack.Decoder[Any]:
    """Return the cached decoder of a type of state."""
    return msgspec.msgpack.Decoder(kind)


def begin(place: Setting, seed: int) -> Episode:
    """Begin a game, and return its episode at the first move that a seat owes."""
    return settled(place, Episode(place.game.setup(place.options, place.seats), seed))


def settled(place: Setting, now: Episode) -> Episode:
    """Return the episode after all pending moves of CHANCE."""
    game = place.game
    while CHANCE in game.to_act(now.state):
        now = thrown(place, now, stream(now.seed, now.throws))
    return now


def thrown(place: Setting, now: Episode, dice: Rng) -> Episode:
    """Return the episode after a move of CHANCE with these dice."""
    state = play(place.game, now.state, CHANCE, place.game.chance(now.state, dice)).state
    return Episode(state, now.seed, now.throws + 1, now.moves)


def moved(place: Setting, now: Episode, seat: Seat, action: object) -> Episode:
    """Return the episode after a seat's move and the moves of CHANCE that follow. Raises
    Illegal.
    """
    return settled(place, acted(place, now, seat, action))


def acted(place: Setting, now: Episode, seat: Seat, action: object) -> Episode:
    """Return the episode after a seat's move alone. Raises Illegal."""
    state = play(place.game, now.state, seat, action).state
    return Episode(state, now.seed, now.throws, now.moves + 1)


def refused(now: Episode) -> Episode:
    """Return the episode after a move that was not offered. Only the move count increases, so an
    agent that keeps trying is truncated.
    """
    return Episode(now.state, now.seed, now.throws, now.moves + 1)


def outcome(place: Setting, now: Episode) -> Outcome | None:
    """Return the outcome of the game, or None if it is in progress or was truncated."""
    found: Outcome | None = place.game.outcome(now.state)
    return found


def owing(place: Setting, now: Episode) -> tuple[Seat, ...]:
    """Return the seats that owe a move, or () if the game is over or was truncated."""
    if now.moves >= place.most_moves:
        return ()
    due: tuple[Seat, ...] = place.game.to_act(now.state)
    return due


def cut_off(place: Setting, now: Episode) -> bool:
    """Whether the game was truncated: it has the maximum number of moves and is not over."""
    return now.moves >= place.most_moves and outcome(place, now) is None


def rewards(place: Setting, now: Episode) -> tuple[float, ...]:
    """Return each seat's reward so far."""
    found = outcome(place, now)
    if found is None:
        return (0.0,) * place.seats
    if place.reward == "score":
        return tuple(map(float, found.scores))
    return tuple(1.0 if seat in found.winners else -1.0 for seat in range(place.seats))


def observed(place: Setting, now: Episode, seat: Seat) -> Row:
    """Return the observation of `seat`, as laid out by `Observations`."""
    view = place.game.view(now.state, seat)
    return place.observations.encode(view, seat, place.seats, owing(place, now))


def offered(place: Setting, now: Episode, seat: Seat) -> Offer:
    """Return the offer to `seat`, which is to wait if it owes no move. Draws use the episode's
    dice.
    """
    if seat not in owing(place, now):
        return WAITING
    view = place.game.view(now.state, seat)
    if place.draws is None:
        return place.numbering.offer(view, seat)
    dice = stream(now.seed, now.throws, now.moves, seat)
    return place.numbering.drawn(view, seat, place.draws, dice)


def shown(place: Setting, now: Episode, seat: Seat | None) -> str:
    """Return the table in English as `seat` sees it, or a spectator if None. Seats are numbered."""
    text = place.game.text.show(place.game.view(now.state, seat), seat, "en")
    return text.format(*(f"seat {at}" for at in range(place.seats)))
