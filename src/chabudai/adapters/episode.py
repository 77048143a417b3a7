"""Episodes (games in progress, as immutable values), and the settings of environments.

An episode's random numbers follow from its seed and from the number of random draws so far. So an
episode can be copied, sent and restored at any point, and a copy continues in the same way.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields, replace
from functools import lru_cache
from typing import Any, Literal, TypeAlias, TypedDict, get_args

import msgspec
from msgspec import structs

from chabudai.adapters.actions import LISTED, WAITING, Coded, Numbering, Offer, numbering
from chabudai.adapters.copies import Immutable
from chabudai.adapters.observations import CodedViews, Observations, Row, Words, observations
from chabudai.core import (
    CHANCE,
    AnyGame,
    Outcome,
    Seat,
    Struct,
    is_game,
    play,
    stream,
)
from chabudai.core.coding import AnyCoding, Draft
from chabudai.core.game import fewest
from chabudai.games import GAMES

Reward: TypeAlias = Literal["win", "score", "margin", "shaped"]
Form: TypeAlias = Literal["dict", "compact"]
Infos: TypeAlias = Literal["mask", "actions"]
MOST_MOVES = 10_000
"""Default number of the seats' steps after which an episode is truncated."""
VERSION = 1
"""Version of the environments, raised when the meaning of a number changes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Setting(Immutable):
    """Settings of an environment.

    `reward` selects each seat's reward at the end of the game. "win" gives 1.0 to winners and -1.0
    to others, "score" gives the game's score, and "margin" the lead (`Coding.potential`). Until
    then the reward is 0.0. If `reward` is "shaped", every step has an additional reward: `discount`
    times the new lead, minus the old lead. The lead is 0 once the game is over. `form` is the form
    of observations. If `words` is "vectors", observations include the words' vectors. If `infos` is
    "actions", the info of a step contains the meanings of the offered numbers.
    """

    game: AnyGame
    seats: int
    options: Struct
    reward: Reward = "win"
    discount: float = 1.0
    form: Form = "dict"
    words: Words = "numbers"
    infos: Infos = "mask"
    listed: int = LISTED
    draws: int | None = None
    most_moves: int = MOST_MOVES

    @property
    def observations(self) -> Observations:
        """The encoding of the seats' views as numbers."""
        return observations(self.game, self.seats, self.words)

    @property
    def numbering(self) -> Numbering:
        """The numbering of the seats' steps."""
        return numbering(self.game, self.listed, self.draws)

    def __reduce__(self) -> tuple[Callable[..., Setting], tuple[object, ...]]:
        """Return a function that restores the setting, and the function's arguments. Raises
        PicklingError if the game is not in `chabudai.games.GAMES`.
        """
        others = {each.name: getattr(self, each.name) for each in fields(self)}
        return restored, (others.pop("game"), msgspec.msgpack.encode(others.pop("options")), others)


def restored(game: AnyGame, options: bytes, others: dict[str, Any]) -> Setting:
    """Restore a setting from its game, its encoded options, and the other fields."""
    kind: type[Struct] = game.options
    return Setting(game=game, options=decoder(kind).decode(options), **others)


class Choices(TypedDict, total=False):
    """The arguments of `setting` that an environment passes on."""

    options: Struct | dict[str, Any] | None
    reward: Reward
    discount: float
    form: Form
    words: Words
    infos: Infos
    listed: int | None
    draws: int | None
    most_moves: int
    version: int


def setting(
    game: AnyGame | str,
    seats: int | None = None,
    options: Struct | dict[str, Any] | None = None,
    *,
    reward: Reward = "win",
    discount: float = 1.0,
    form: Form = "dict",
    words: Words = "numbers",
    infos: Infos = "mask",
    listed: int | None = None,
    draws: int | None = None,
    most_moves: int = MOST_MOVES,
    version: int = VERSION,
) -> Setting:
    """Return a valid setting. `game` is a game or its name. `seats` is by default the smallest
    number that the options allow. `options` may be a dict of the fields that differ from the
    defaults. `listed` and `draws` are only for games that do not number their own steps. Raises
    ValueError (which may be Illegal) for invalid values, and TypeError for values of the wrong
    type.
    """
    game = game_of(game)
    if version != VERSION:
        raise ValueError(
            f"Environments have version {VERSION}, not {version!r}: see the CHANGELOG."
        )
    counts = {"seats": seats, "listed": listed, "draws": draws, "most_moves": most_moves}
    for name, number in counts.items():
        check_whole(name, number)
    choices = {"reward": (reward, Reward), "form": (form, Form), "words": (words, Words)}
    for name, (value, values) in {**choices, "infos": (infos, Infos)}.items():
        if value not in get_args(values):
            raise ValueError(f"{name} is {' or '.join(get_args(values))}, not {value!r}.")
    check_coding(game, reward, words, listed, draws)
    if not 0 <= discount <= 1:
        raise ValueError(f"discount is a number from 0 to 1, not {discount!r}.")
    listed = LISTED if listed is None else listed
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
        discount=float(discount),
        form=form,
        words=words,
        infos=infos,
        listed=listed,
        draws=draws,
        most_moves=most_moves,
    )


def check_coding(
    game: AnyGame, reward: Reward, words: Words, listed: int | None, draws: int | None
) -> None:
    """Raise ValueError if a setting needs a `Coding` that is missing, or conflicts with one."""
    coding = game.extras.coding
    if coding is None:
        if reward in ("margin", "shaped"):
            raise ValueError(f"{game.title} has no measure of the lead: reward is win or score.")
    elif listed is not None or draws is not None:
        raise ValueError(f"{game.title} numbers its own steps: leave out listed and draws.")
    if words == "vectors" and (coding is None or not coding().vector_size):
        raise ValueError(f"{game.title} has no words on the table that have vectors.")


def game_of(named: object) -> AnyGame:
    """Look up a game by name, or return a game unchanged. Raises ValueError or TypeError, whose
    message is a sentence.
    """
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
    """Return a setting with some of the table's options changed. Raises ValueError (which may be
    Illegal) if they are not possible for this number of seats.
    """
    if not changes:
        return place
    options = options_of(place.game, {**structs.asdict(place.options), **changes})
    place.game.setup(options, place.seats)
    return replace(place, options=options)


class Episode(Immutable, Struct):
    """A game in progress. `throws` counts its random draws so far, and `moves` the seats' steps.
    `drafts` has the drafts of the seats that are in the middle of a move.
    """

    state: Any
    seed: int
    throws: int = 0
    moves: int = 0
    drafts: tuple[tuple[Seat, Draft], ...] = ()

    def draft(self, seat: Seat) -> Draft:
        """Return the seat's steps since its last move."""
        return next((draft for owner, draft in self.drafts if owner == seat), ())

    def with_draft(self, seat: Seat, draft: Draft) -> tuple[tuple[Seat, Draft], ...]:
        """Return the drafts with a seat's draft replaced. The new draft may be empty."""
        if not self.drafts:
            return ((seat, draft),) if draft else ()
        others = tuple([item for item in self.drafts if item[0] != seat])
        return (*others, (seat, draft)) if draft else others

    def __reduce__(self) -> tuple[Callable[..., Episode], tuple[object, ...]]:
        """Return a function that restores the episode, and the function's arguments. The state is
        encoded as MessagePack, which is smaller and faster than a pickle of nested structs.
        """
        kind, encoded = self.state.__class__, msgspec.msgpack.encode(self.state)
        return decoded, (kind, encoded, self.seed, self.throws, self.moves, self.drafts)


def decoded(kind: type, encoded: bytes, *others: Any) -> Episode:
    """Restore an episode from its encoded state of type `kind`, and its other fields in order."""
    return Episode(decoder(kind).decode(encoded), *others)


@lru_cache(maxsize=32)
def decoder(kind: type) -> msgspec.msgpack.Decoder[Any]:
    """Return the cached decoder for a type of state."""
    return msgspec.msgpack.Decoder(kind)


def begin(place: Setting, seed: int) -> Episode:
    """Begin a game, and return its episode when a seat first owes a move."""
    return settled(place, Episode(place.game.setup(place.options, place.seats), seed))


def settled(place: Setting, now: Episode) -> Episode:
    """Return the episode after all pending moves of CHANCE."""
    game = place.game
    while CHANCE in game.to_act(now.state):
        dice = stream(now.seed, now.throws)
        now = thrown(place, now, game.chance(now.state, dice))
    return now


def thrown(place: Setting, now: Episode, action: object) -> Episode:
    """Return the episode after a move of CHANCE."""
    state = play(place.game, now.state, CHANCE, action).state
    return Episode(state, now.seed, now.throws + 1, now.moves, now.drafts)


def stepped(place: Setting, now: Episode, seat: Seat, offer: Offer, number: int) -> Episode:
    """Return the episode after a seat's step and the CHANCE moves that follow. Raises Illegal."""
    return settled(place, advanced(place, now, seat, offer, number))


def advanced(place: Setting, now: Episode, seat: Seat, offer: Offer, number: int) -> Episode:
    """Return the episode immediately after the seat takes the step with this number from its offer.
    Raises Illegal.
    """
    draft = (*now.draft(seat), number)
    move = place.numbering.move(offer, seat, draft)
    if move is not None:
        return acted(place, now, seat, move)
    return Episode(now.state, now.seed, now.throws, now.moves + 1, now.with_draft(seat, draft))


def moved(place: Setting, now: Episode, seat: Seat, action: object) -> Episode:
    """Return the episode after a seat's whole move and the moves of CHANCE that follow. Raises
    Illegal.
    """
    return settled(place, acted(place, now, seat, action))


def acted(place: Setting, now: Episode, seat: Seat, action: object) -> Episode:
    """Return the episode immediately after a seat's whole move. Raises Illegal."""
    state = play(place.game, now.state, seat, action).state
    return Episode(state, now.seed, now.throws, now.moves + 1, now.with_draft(seat, ()))


def refused(now: Episode) -> Episode:
    """Return the episode after a step that was not offered. Only the step count increases, so the
    episode of an agent that keeps trying is truncated.
    """
    return Episode(now.state, now.seed, now.throws, now.moves + 1, now.drafts)


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
    """Whether the game was truncated: it reached the maximum number of moves and is not over."""
    return now.moves >= place.most_moves and outcome(place, now) is None


def paid(place: Setting, before: Episode, now: Episode) -> tuple[float, ...]:
    """Return each seat's reward for the steps between two episodes."""
    found = rewards(place, now)
    if place.reward != "shaped":
        return found
    is_over = outcome(place, now) is not None
    after = (0.0,) * place.seats if is_over else leads(place, now)
    pairs = zip(found, leads(place, before), after, strict=True)
    return tuple([reward + place.discount * new - old for reward, old, new in pairs])


def leads(place: Setting, now: Episode) -> tuple[float, ...]:
    """Return each seat's lead (`Coding.potential`)."""
    coding: AnyCoding = place.game.extras.coding()  # type: ignore[misc]
    seats = range(place.seats)
    return tuple([coding.potential(place.game.view(now.state, seat), seat) for seat in seats])


def rewards(place: Setting, now: Episode) -> tuple[float, ...]:
    """Return each seat's reward for the end of the game, or 0.0 while it is in progress."""
    found = outcome(place, now)
    if found is None:
        return (0.0,) * place.seats
    if place.reward == "score":
        return tuple(map(float, found.scores))
    if place.reward == "margin":
        return leads(place, now)
    return tuple([1.0 if seat in found.winners else -1.0 for seat in range(place.seats)])


def observed(place: Setting, now: Episode, seat: Seat, view: Struct | None = None) -> Row:
    """Return the observation of `seat`. `view` is its view, if the caller has computed it."""
    known: Struct = place.game.view(now.state, seat) if view is None else view
    held = place.observations
    if isinstance(held, CodedViews):
        return held.encode(known, seat, now.draft(seat))
    return held.encode(known, seat, owing(place, now))


def offered(place: Setting, now: Episode, seat: Seat) -> Offer:
    """Return `seat`'s offer. A seat that owes no move can only wait. The offer's random draws
    depend on the episode's seed.
    """
    if seat not in owing(place, now):
        return WAITING
    view = place.game.view(now.state, seat)
    numbers = place.numbering
    if isinstance(numbers, Coded):
        return numbers.offer(view, seat, now.draft(seat))
    return numbers.offer(view, seat, stream(now.seed, now.throws, now.moves, seat))


def shown(place: Setting, now: Episode, seat: Seat | None) -> str:
    """Return the table in English as `seat` sees it, or as a spectator does if `seat` is None.
    Seats are numbered.
    """
    text = place.game.text.show(place.game.view(now.state, seat), seat, "en")
    return text.format(*(f"seat {at}" for at in range(place.seats)))
