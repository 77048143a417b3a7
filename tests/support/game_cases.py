"""Test cases for every game: the interface of its tests/support.py, and random play."""

import os
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import wraps
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple, Protocol, cast

from hypothesis import given, settings, strategies as st

from chabudai.core import CHANCE, AnyGame, Illegal, Rng, Seat, Step, play
from chabudai.core.transcript import Transcript
from chabudai.games import GAMES, folder_of
from tests.support import moves


class Support(Protocol):
    """Test support written from a game's rulebook, in the module tests/support.py of the game."""

    @property
    def ENDINGS(self) -> Mapping[str, Callable[[Sequence[Any]], bool]]:  # noqa: N802
        """Predicates for a game's possible endings, given all of its states. Each ending is
        recorded for each number of seats at one of TABLES, so it must be possible for all numbers.
        """

    @property
    def TABLES(self) -> Sequence[Any]:  # noqa: N802
        """Options of recorded games: each option is changed once, and some tables have a clock."""

    @property
    def UNTOLD(self) -> Sequence[type]:  # noqa: N802
        """Types of events without a sentence, because the table shows them."""

    def options(self, seats: int) -> st.SearchStrategy[Any]:
        """Generate the options for this number of seats."""

    @property
    def MOST_MOVES(self) -> int:  # noqa: N802
        """Maximum number of moves in a recorded game, so that people can read it."""

    def pieces(self, state: Any) -> Counter[Any]:
        """Count all contents of the box. After the deal, if any, the counts stay the same."""

    def longest(self, state: Any) -> int:
        """Return an upper bound on the number of moves in a game."""

    def accepted(self, action: Any, step: Step[Any, Any]) -> bool:
        """Whether `action` had its intended effect, as every action in `legal_actions` must."""

    def odd(self, view: Any, seat: Seat, rng: Rng) -> Any:
        """Return an action that `sample` would not return. It may be illegal."""

    def questions(self, view: Any, rng: Rng) -> Iterable[Any]:
        """Return some questions that a screen may ask."""

    def scramble(self, state: Any, seat: Seat | None, rng: Rng, about: Any = None) -> Any:
        """Redeal everything that `seat` cannot know, so that both states look the same to it.

        The result of the action `about` is kept, so that it cannot reveal the difference either.
        """

    def disguise(self, state: Any, seat: Seat | None, actor: Seat, action: Any) -> Any:
        """Return an action that `seat` cannot distinguish from `action`, such as another vote."""

    def canary(self, state: Any) -> tuple[Any, str] | None:
        """Hide a marker in the state. Return it and the marker, or None if nothing is hidden."""

    def examples(self) -> Iterable[tuple[str, Transcript]]:
        """Return named games, some incomplete: rule examples, and cases that random play misses."""


@dataclass(frozen=True, slots=True, repr=False)
class Case:
    """A game, its folder and its test support."""

    game: AnyGame
    folder: Path
    package: str
    """Import path, such as "chabudai.games.word_bank"."""
    support: Support

    def __repr__(self) -> str:
        return self.game.name

    @property
    def sources(self) -> Iterable[Path]:
        """The Python files of the game, without its tests."""
        files = sorted(self.folder.rglob("*.py"))
        return [path for path in files if not path.is_relative_to(self.folder / "tests")]


def game_case(game: AnyGame) -> Case:
    """Return the test case of a game. The game's package is the one that defines its options."""
    folder = folder_of(game.name)
    package = f"{game.options.__module__.partition(f'.{folder.name}.')[0]}.{folder.name}"
    return Case(game, folder, package, cast("Support", import_module(f"{package}.tests.support")))


CASES = tuple(map(game_case, GAMES.values()))
ADDED = tuple(case for case in CASES if not case.package.startswith("chabudai."))
"""Games outside the package: those in examples/games, and external ones."""
EXTERNAL = tuple(case for case in ADDED if not case.package.startswith("examples."))
"""External games."""
WITHOUT_PAGE = tuple(case for case in EXTERNAL if not (case.folder / "web").is_dir())
"""External games without a page, which are played in the terminal or by programs."""


Ply = moves.Ply


class Start(NamedTuple):
    """Settings of a random game. On average, `oddity` out of 8 moves are odd."""

    seats: int
    options: Any
    seed: int
    oddity: int


def games(few: int) -> settings:
    """Return settings for a few random games, or in `make nightly` for eight times as many."""
    return settings(max_examples=few * (8 if "CHABUDAI_THOROUGH" in os.environ else 1))


@st.composite
def starts(draw: st.DrawFn, case: Case) -> Start:
    """Generate a number of seats, options and a seed."""
    seats = draw(st.sampled_from(case.game.seats))
    options = draw(case.support.options(seats))
    return Start(seats, options, draw(st.integers(0, 2**32)), draw(st.integers(0, 4)))


def random_starts(few: int) -> Callable[[Callable[[Case, Start], None]], Callable[..., None]]:
    """Return a decorator that runs a game's test with a few random starts."""

    def repeated(test: Callable[[Case, Start], None]) -> Callable[..., None]:
        @games(few)
        @given(st.data())
        @wraps(test)
        def with_a_start(room: Case, sitting: st.DataObject) -> None:
            test(room, sitting.draw(starts(room)))

        return with_a_start

    return repeated


def tables(case: Case, seats: int) -> tuple[Any, ...]:
    """Return the game's tables that allow this number of seats."""
    return tuple(options for options in case.support.TABLES if playable(case, options, seats))


def playable(case: Case, options: Any, seats: int) -> bool:
    """Whether this number of seats can play with these options."""
    try:
        case.game.setup(options, seats)
    except Illegal:
        return False
    return True


def movers(case: Case, state: Any) -> tuple[Seat, ...]:
    """Return the seats that owe a move or may make one, except CHANCE."""
    owing = case.game.to_act(state)
    return () if owing == (CHANCE,) else (*owing, *case.game.may_act(state))


def walk(case: Case, sitting: Start) -> Iterator[Ply]:
    """Play at random to the end of the game. A refused odd move is followed by a legal one.

    If some seats may move without owing a move, one of them makes one move in 8.
    """
    game, rng = case.game, Rng(sitting.seed)
    state = game.setup(sitting.options, sitting.seats)
    while to_act := game.to_act(state):
        seat = rng.choice(to_act)
        if (others := game.may_act(state)) and not rng.below(8):
            seat = rng.choice(others)
        if seat == CHANCE:
            action = game.chance(state, rng)
        elif rng.below(8) < sitting.oddity:
            action = case.support.odd(game.view(state, seat), seat, rng)
        else:
            action = game.sample(game.view(state, seat), seat, rng)
        try:
            step = play(game, state, seat, action)
        except Illegal:
            action = game.sample(game.view(state, seat), seat, rng)
            step = play(game, state, seat, action)
        yield Ply(state, seat, action, step)
        state = step.state


def a_start(case: Case) -> Start:
    """Return the smallest table with the printed rules and a fixed seed."""
    options = case.game.options()
    seats = next(seats for seats in case.game.seats if playable(case, options, seats))
    return Start(seats, options, 1, 1)
