"""Every room, the interface of its tests/support.py, and random play."""

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
from tests.support import moves


class Support(Protocol):
    """Facts about a game from its rulebook: the module tests/support.py of its room."""

    @property
    def ENDINGS(self) -> Mapping[str, Callable[[Sequence[Any]], bool]]:  # noqa: N802
        """Ways in which a game can end, as predicates on all states of a finished game.

        Each is recorded for each number of seats at one of TABLES, so all must allow it.
        """

    @property
    def TABLES(self) -> Sequence[Any]:  # noqa: N802
        """Options of the recorded games: each has another value than in the box somewhere, and
        some tables have a clock.
        """

    @property
    def UNTOLD(self) -> Sequence[type]:  # noqa: N802
        """Events without a sentence, since the table shows them."""

    def options(self, seats: int) -> st.SearchStrategy[Any]:
        """Return a strategy for the options that `seats` players may choose."""

    @property
    def MOST_MOVES(self) -> int:  # noqa: N802
        """The maximum length of a recorded game, so that it can be read."""

    def pieces(self, state: Any) -> Counter[Any]:
        """Count everything in the box: constant after the deal, or always without CHANCE."""

    def longest(self, state: Any) -> int:
        """Return the maximum number of moves in a game."""

    def accepted(self, action: Any, step: Step[Any, Any]) -> bool:
        """Whether `action` had its intended effect, as all of `legal_actions` must."""

    def odd(self, view: Any, seat: Seat, rng: Rng) -> Any:
        """Return an action that `sample` would not return; it may be illegal."""

    def questions(self, view: Any, rng: Rng) -> Iterable[Any]:
        """Return some questions that a screen may ask."""

    def scramble(self, state: Any, seat: Seat | None, rng: Rng, about: Any = None) -> Any:
        """Return a state that looks the same to `seat`, with everything else dealt again.

        Pieces that the action `about` reveals stay, so both still look the same after it.
        """

    def disguise(self, state: Any, seat: Seat | None, actor: Seat, action: Any) -> Any:
        """Return an action that looks like `action` to `seat`, such as another vote."""

    def canary(self, state: Any) -> tuple[Any, str] | None:
        """Return the state with a hidden piece that never comes up, and the text to search for.

        None if every piece is visible to a seat.
        """

    def examples(self) -> Iterable[tuple[str, Transcript]]:
        """Return the examples of the printed rules and games that random play does not find, by
        name. They may be unfinished.
        """


@dataclass(frozen=True, slots=True, repr=False)
class Room:
    """A game, its folder, and the support of its tests."""

    game: AnyGame
    folder: Path
    package: str
    """Where it is imported from, such as "chabudai.games.word_bank"."""
    support: Support

    def __repr__(self) -> str:
        return self.game.name

    @property
    def sources(self) -> Iterable[Path]:
        """The Python files of the game, without its tests."""
        files = sorted(self.folder.rglob("*.py"))
        return [path for path in files if not path.is_relative_to(self.folder / "tests")]


def room(game: AnyGame) -> Room:
    """Return the room of a game; its package is the one with its options."""
    folder = folder_of(game.name)
    package = f"{game.options.__module__.partition(f'.{folder.name}.')[0]}.{folder.name}"
    support = import_module(f"{package}.tests.support")
    return Room(game, folder, package, cast("Support", support))


ROOMS = tuple(map(room, GAMES.values()))
FURTHER = tuple(room for room in ROOMS if not room.package.startswith("chabudai."))
"""Games outside the package: those in tests/games, and custom ones."""
OUTSIDE = tuple(room for room in FURTHER if not room.package.startswith("tests."))
"""Custom games."""
UNSHOWN = tuple(room for room in OUTSIDE if not (room.folder / "web").is_dir())
"""Custom games without a screen."""


Ply = moves.Ply


class Start(NamedTuple):
    """The setup of a random game: of 8 moves `oddity` are odd ones."""

    seats: int
    options: Any
    seed: int
    oddity: int


@st.composite
def starts(draw: st.DrawFn, place: Room) -> Start:
    """Draw seats, options and a seed."""
    seats = draw(st.sampled_from(place.game.seats))
    options = draw(place.support.options(seats))
    return Start(seats, options, draw(st.integers(0, 2**32)), draw(st.integers(0, 4)))


def tables(place: Room, seats: int) -> tuple[Any, ...]:
    """Return the room's tables that allow `seats` players."""
    return tuple(options for options in place.support.TABLES if playable(place, options, seats))


def playable(place: Room, options: Any, seats: int) -> bool:
    """Whether `seats` players may choose these options."""
    try:
        place.game.setup(options, seats)
    except Illegal:
        return False
    return True


def movers(place: Room, state: Any) -> tuple[Seat, ...]:
    """Return the seats that owe a move or may make one, except CHANCE."""
    owing = place.game.to_act(state)
    return () if owing == (CHANCE,) else (*owing, *place.game.may_act(state))


def walk(place: Room, sitting: Start) -> Iterator[Ply]:
    """Play at random until the game ends. A refused odd move is followed by a legal one.

    Of 8 moves one is made by a seat that owes none, if the rules allow that.
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
    """Return the smallest table that can play with default options, always the same."""
    options = place.game.options()
    seats = next(seats for seats in place.game.seats if playable(place, options, seats))
    return Start(seats, options, 1, 1)


def may_be_made_again(room: Room, ply: Ply) -> bool:
    """Whether the same move is legal again; only custom games allow that."""
    with suppress(Illegal):
        play(room.game, ply.step.state, ply.seat, ply.action)
        assert room in OUTSIDE
        return True
    return False
