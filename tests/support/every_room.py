"""Every room, what its tests/support.py must offer, and random play in it."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple, Protocol, cast

from hypothesis import strategies as st

from chabudai.core import CHANCE, AnyGame, Illegal, Rng, Seat, Step, play
from chabudai.core.transcript import Transcript
from chabudai.games import GAMES, folder_of


class Support(Protocol):
    """What only the rulebook of a game can say: the module tests/support.py of its room."""

    @property
    def ENDINGS(self) -> Mapping[str, Callable[[Sequence[Any]], bool]]:  # noqa: N802
        """The ways a game can end, asked of all states of a finished game. Each is recorded for
        each number of seats, at one of TABLES: so it must be possible at all of them.
        """

    @property
    def TABLES(self) -> Sequence[Any]:  # noqa: N802
        """Options that the recorded games take turns with; each option once not as in the box, and
        some with a clock.
        """

    @property
    def UNTOLD(self) -> Sequence[type]:  # noqa: N802
        """The events that are told in no sentence, as the table shows them."""

    def options(self, seats: int) -> st.SearchStrategy[Any]:
        """Every table that so many seats may agree on."""

    @property
    def MOST_MOVES(self) -> int:  # noqa: N802
        """A recorded game has at most so many moves, so that it can be read."""

    def pieces(self, state: Any) -> Counter[Any]:
        """Everything in the box, constant once CHANCE has dealt, or from the start if CHANCE never
        moves.
        """

    def longest(self, state: Any) -> int:
        """No game has more moves than this."""

    def accepted(self, action: Any, step: Step[Any, Any]) -> bool:
        """Whether `action` did what it was meant to. Everything in `legal_actions` must."""

    def odd(self, view: Any, seat: Seat, rng: Rng) -> Any:
        """An action that `sample` would not give; it may be illegal."""

    def questions(self, view: Any, rng: Rng) -> Iterable[Any]:
        """Some of what a screen may ask."""

    def scramble(self, state: Any, seat: Seat | None, rng: Rng, about: Any = None) -> Any:
        """The state with all re-dealt that `seat` cannot know, so that both look the same to it.

        What the action `about` turns up stays, so that it cannot tell them apart then either.
        """

    def disguise(self, state: Any, seat: Seat | None, actor: Seat, action: Any) -> Any:
        """An action of `actor` that `seat` cannot tell from `action`, such as another vote."""

    def canary(self, state: Any) -> tuple[Any, str] | None:
        """The state with something put in that is hidden from everybody and comes up in no game,
        and what to look for; None where somebody sees each thing.
        """

    def examples(self) -> Iterable[tuple[str, Transcript]]:
        """The examples of the printed rules, by name, and games that are not found by playing at
        random; they need not be whole.
        """


@dataclass(frozen=True, slots=True, repr=False)
class Room:
    """A game, the folder it lives in, and what its tests need."""

    game: AnyGame
    folder: Path
    package: str
    """Where it is imported from, such as "chabudai.games.word_bank"."""
    support: Support

    def __repr__(self) -> str:
        return self.game.name

    @property
    def sources(self) -> Iterable[Path]:
        """The Python files that make the game: those of its tests are none of them."""
        files = sorted(self.folder.rglob("*.py"))
        return [path for path in files if not path.is_relative_to(self.folder / "tests")]


def room(game: AnyGame) -> Room:
    """The room of a game, and what its tests bring; its package is the one that has its options."""
    folder = folder_of(game.name)
    package = f"{game.options.__module__.partition(f'.{folder.name}.')[0]}.{folder.name}"
    support = import_module(f"{package}.tests.support")
    return Room(game, folder, package, cast("Support", support))


ROOMS = tuple(map(room, GAMES.values()))
FURTHER = tuple(room for room in ROOMS if not room.package.startswith("chabudai."))
"""The games that are no part of the package: those in tests/games, and somebody's own."""
OUTSIDE = tuple(room for room in FURTHER if not room.package.startswith("tests."))
"""Of these, somebody's own."""
UNSHOWN = tuple(room for room in OUTSIDE if not (room.folder / "web").is_dir())
"""Of these, those for the terminal and for programs alone."""


class Ply(NamedTuple):
    """A move that was made at random, and what it led to."""

    before: Any
    seat: Seat
    action: Any
    step: Step[Any, Any]


class Start(NamedTuple):
    """Who plays what at random: of 8 moves `oddity` are odd ones."""

    seats: int
    options: Any
    seed: int
    oddity: int


@st.composite
def starts(draw: st.DrawFn, place: Room) -> Start:
    """Any number of seats, any options, any seed."""
    seats = draw(st.sampled_from(place.game.seats))
    options = draw(place.support.options(seats))
    return Start(seats, options, draw(st.integers(0, 2**32)), draw(st.integers(0, 4)))


def tables(place: Room, seats: int) -> tuple[Any, ...]:
    """Those of the room's tables that so many can sit down at."""
    return tuple(options for options in place.support.TABLES if playable(place, options, seats))


def playable(place: Room, options: Any, seats: int) -> bool:
    """Whether so many can agree on this."""
    try:
        place.game.setup(options, seats)
    except Illegal:
        return False
    return True


def movers(place: Room, state: Any) -> tuple[Seat, ...]:
    """The seats that owe a move or may make one, except CHANCE."""
    owing = place.game.to_act(state)
    return () if owing == (CHANCE,) else (*owing, *place.game.may_act(state))


def walk(place: Room, sitting: Start) -> Iterator[Ply]:
    """Random play to the end of the game. An odd move that is refused is followed by a good one.

    Of 8 moves one is made by somebody who owes none, if anybody may make one.
    """
    game, rng = place.game, Rng(sitting.seed)
    state = game.setup(sitting.options, sitting.seats)
    while to_act := game.to_act(state):
        seat = rng.choice(to_act)
        if (others := game.may_act(state)) and not rng.below(8):
            seat = rng.choice(others)
        if seat == CHANCE:
            action = game.chance(state, rng)
        elif rng.below(8) < sitting.oddity:
            action = place.support.odd(game.view(state, seat), seat, rng)
        else:
            action = game.sample(game.view(state, seat), seat, rng)
        try:
            step = play(game, state, seat, action)
        except Illegal:
            action = game.sample(game.view(state, seat), seat, rng)
            step = play(game, state, seat, action)
        yield Ply(state, seat, action, step)
        state = step.state


def a_start(place: Room) -> Start:
    """The smallest table that can play by the rules of the box, always the same."""
    options = place.game.options()
    seats = next(seats for seats in place.game.seats if playable(place, options, seats))
    return Start(seats, options, 1, 1)


def may_be_made_again(room: Room, ply: Ply) -> bool:
    """Whether the same move is legal once more, as it is in no game of this house."""
    with suppress(Illegal):
        play(room.game, ply.step.state, ply.seat, ply.action)
        assert room in OUTSIDE
        return True
    return False
