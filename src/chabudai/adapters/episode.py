"""A game in progress as a value, and what an environment is made for.

The dice of an episode follow from its seed and from how often they were thrown, so an episode can
be copied, sent and gone back to at any moment, and goes on in the same way.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias, get_args

import msgspec

from chabudai.adapters.actions import LISTED, WAITING, Numbering, Offer, numbering
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
"""An episode is cut off after so many moves of the seats, unless one asks for more or fewer."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Setting:
    """What an environment is made for.

    `reward` is what each seat gets when the game is over: "win" 1.0 for a winner and -1.0 for
    everybody else, "score" its score in the game's own unit; until then it is 0.0. `listed` is how
    many numbers there are for actions without numbers of their own. With `draws`, a seat is offered
    its menu and what comes in so many draws of the game's `sample`, instead of all legal actions.
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
        """How the seats' views become numbers."""
        return observations(self.game)

    @property
    def numbering(self) -> Numbering:
        """How the seats' actions become numbers."""
        return numbering(self.game, self.listed)


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
    """A setting that can be played: a game or its name, the number of seats, by default the fewest
    that the options allow, and options, which may be a dict of the fields that are not as in the
    box. Raises ValueError with a sentence, also as Illegal, and TypeError for what is no game or
    no whole number.
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
    """A game, or the one of a name. Raises ValueError and TypeError with a sentence."""
    if isinstance(named, str):
        if named not in GAMES:
            raise ValueError(f"There is no game {named!r}. There is: {', '.join(GAMES)}.")
        return GAMES[named]
    if not is_game(named):
        raise TypeError(f"A game is its name or a value of chabudai.games.GAMES, not {named!r}.")
    return named


def check_whole(name: str, number: object) -> None:
    """Raise TypeError for what is neither a whole number nor None."""
    if number is not None and not isinstance(number, int):
        raise TypeError(f"{name} is a whole number, not {number!r}.")


def options_of(game: AnyGame, options: Struct | dict[str, Any] | None) -> Struct:
    """The options of a table. Raises ValueError for what are none of this game."""
    chosen: Struct
    of_another = isinstance(options, Struct) and not isinstance(options, game.options)
    if of_another:
        raise ValueError(f"These are no options of {game.title}: {options!r}.")
    try:
        chosen = msgspec.convert({} if options is None else options, game.options)
    except msgspec.ValidationError as error:
        raise ValueError(f"These are no options of {game.title}: {error}.") from None
    return chosen


def fewest(game: AnyGame, options: Struct) -> int:
    """The fewest seats that can play by these options; the fewest of the game if none can."""
    for seats in game.seats:
        with suppress(Illegal):
            game.setup(options, seats)
            return seats
    return game.seats[0]


class Episode(Struct):
    """A game in progress: its state, the seed of its dice, how often they were thrown, and how many
    moves the seats have made.
    """

    state: Any
    seed: int
    throws: int = 0
    moves: int = 0


def begin(place: Setting, seed: int) -> Episode:
    """The first moment in which a seat owes a move."""
    return settled(place, Episode(place.game.setup(place.options, place.seats), seed))


def settled(place: Setting, now: Episode) -> Episode:
    """The next moment in which CHANCE owes nothing."""
    game = place.game
    while CHANCE in game.to_act(now.state):
        now = thrown(place, now, stream(now.seed, now.throws))
    return now


def thrown(place: Setting, now: Episode, dice: Rng) -> Episode:
    """The moment after a move of CHANCE by these dice."""
    state = play(place.game, now.state, CHANCE, place.game.chance(now.state, dice)).state
    return Episode(state, now.seed, now.throws + 1, now.moves)


def moved(place: Setting, now: Episode, seat: Seat, action: object) -> Episode:
    """The next moment after a move of a seat in which CHANCE owes nothing. Raises Illegal."""
    return settled(place, acted(place, now, seat, action))


def acted(place: Setting, now: Episode, seat: Seat, action: object) -> Episode:
    """The moment right after a move of a seat. Raises Illegal."""
    state = play(place.game, now.state, seat, action).state
    return Episode(state, now.seed, now.throws, now.moves + 1)


def refused(now: Episode) -> Episode:
    """The moment after somebody tried what was not offered: nothing but the count of moves has
    changed, so that who always does is cut off.
    """
    return Episode(now.state, now.seed, now.throws, now.moves + 1)


def outcome(place: Setting, now: Episode) -> Outcome | None:
    """How the game ended; None while it goes on, and for one that was cut off."""
    found: Outcome | None = place.game.outcome(now.state)
    return found


def owing(place: Setting, now: Episode) -> tuple[Seat, ...]:
    """The seats that owe a move; none when the game is over or was cut off."""
    if now.moves >= place.most_moves:
        return ()
    due: tuple[Seat, ...] = place.game.to_act(now.state)
    return due


def cut_off(place: Setting, now: Episode) -> bool:
    """Whether the game was cut off: it had the most moves and was not over."""
    return now.moves >= place.most_moves and outcome(place, now) is None


def rewards(place: Setting, now: Episode) -> tuple[float, ...]:
    """By seat, what the game has brought so far."""
    found = outcome(place, now)
    if found is None:
        return (0.0,) * place.seats
    if place.reward == "score":
        return tuple(map(float, found.scores))
    return tuple(1.0 if seat in found.winners else -1.0 for seat in range(place.seats))


def observed(place: Setting, now: Episode, seat: Seat) -> Row:
    """What `seat` observes, as `Observations` lays it out."""
    view = place.game.view(now.state, seat)
    return place.observations.encode(view, seat, place.seats, owing(place, now))


def offered(place: Setting, now: Episode, seat: Seat) -> Offer:
    """What `seat` may do; to wait, if it owes no move. Draws are those of this moment's dice."""
    if seat not in owing(place, now):
        return WAITING
    view = place.game.view(now.state, seat)
    if place.draws is None:
        return place.numbering.offer(view, seat)
    dice = stream(now.seed, now.throws, now.moves, seat)
    return place.numbering.drawn(view, seat, place.draws, dice)


def shown(place: Setting, now: Episode, seat: Seat | None) -> str:
    """The table as `seat` sees it in English, seats by their numbers; None is a spectator."""
    text = place.game.text.show(place.game.view(now.state, seat), seat, "en")
    return text.format(*(f"seat {at}" for at in range(place.seats)))
