"""Tall Tales as its tests need it, and the rulebook said a second time.

Nothing here asks `rules`, `view` or `moves` for the answer; it is written from RULES.md.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from hypothesis import strategies as st
from msgspec.structs import replace

from chabudai.core import CHANCE, Rng, Seat, Step, play
from chabudai.core.transcript import Transcript, begin, record
from tests.games.tall_tales import GAME
from tests.games.tall_tales.state import (
    Action,
    Admit,
    Believe,
    Claim,
    Deal,
    Dealing,
    Doubt,
    Event,
    Options,
    Question,
    State,
    Unseen,
)
from tests.games.tall_tales.view import View


def dealt(*cards: int, **options: Any) -> State:
    """The first round: the cards of seat 0 and seat 1, and the one left over."""
    first, second, rest = cards
    return after(GAME.setup(Options(**options), 2), Deal((first, second, rest)))


def after(state: State, *actions: Action) -> State:
    """The table after these moves of those whose turn it is."""
    for action in actions:
        state = play(GAME, state, GAME.to_act(state)[0], action).state
    return state


def options(seats: int) -> st.SearchStrategy[Options]:
    """Every table that two people may agree on."""
    return st.builds(
        Options,
        rounds=st.sampled_from((2, 4, 6)),
        bold=st.booleans(),
        shown=st.booleans(),
        turn_clock=st.sampled_from(("off", 10, 3600)),
    )


def pieces(state: State) -> Counter[str]:
    """TT-2, TT-3: the cards and the beans."""
    return Counter({"beans": sum(state.beans), **{f"card {card}": 1 for card in state.cards}})


def longest(state: State) -> int:
    """A round has three moves at most: the deal, a claim, an answer."""
    return 3 * state.options.rounds


def accepted(action: Action, step: Step[State, Event]) -> bool:
    """Every move does what it says."""
    return True


def odd(view: View, seat: Seat, rng: Rng) -> Action:
    """Anything, in turn or not."""
    actions: tuple[Action, ...] = (Claim(), Admit(), Believe(), Doubt())
    return rng.choice(actions)


def questions(view: View, rng: Rng) -> Iterator[Question]:
    """All that there is to ask."""
    yield Unseen()


# --- Secrets: the other's card and the one left over (TT-4), until they are compared (TT-9)


def scramble(state: State, seat: Seat | None, rng: Rng, about: Action | None = None) -> State:
    """The same table with the cards that `seat` does not see dealt anew.

    Where the move `about` turns the cards up, they stay.
    """
    if state.compared or turns_up(state, about):
        return state
    known = None if isinstance(state.phase, Dealing) else seat
    hidden = rng.shuffled([card for at, card in enumerate(state.cards) if at != known])
    rest = iter(hidden)
    cards = [card if at == known else next(rest) for at, card in enumerate(state.cards)]
    return replace(state, cards=tuple(cards))


def turns_up(state: State, about: Action | None) -> bool:
    """TT-9, TT-A2: after a doubt, or with the option after every round."""
    ends = isinstance(about, Admit | Believe)
    return isinstance(about, Doubt) or (state.options.shown and ends)


def disguise(state: State, seat: Seat | None, actor: Seat, action: Action) -> Action:
    """TT-4: of a deal, a seat sees its own card only."""
    if not isinstance(action, Deal):
        return action
    one, two, three = action.cards
    return {0: Deal((one, three, two)), 1: Deal((three, two, one))}.get(
        -1 if seat is None else seat, Deal((two, three, one))
    )


def canary(state: State) -> tuple[State, str]:
    """The card left over is one that there is not."""
    return replace(state, cards=(*state.cards[:2], 987654321)), "987654321"


# --- Recorded games


def lead(state: State) -> int:
    """How many beans more seat 0 has."""
    return state.beans[0] - state.beans[1]


ENDINGS: Mapping[str, Callable[[Sequence[State]], bool]] = {
    "the last round decides": lambda game: 0 not in game[-1].beans and lead(game[-1]) != 0,
    "both win": lambda game: lead(game[-1]) == 0,
    "somebody is out of beans": lambda game: 0 in game[-1].beans,
}
"""The ways a game can end, asked of all its states in order."""

UNTOLD = ()
MOST_MOVES = 18
"""No game has more."""

TABLES: Sequence[Options] = (
    Options(rounds=6, bold=True),
    Options(shown=True, turn_clock=60),
    Options(),
)
"""What the tables of the recorded games have agreed on."""

BLUFF: tuple[Action, ...] = (Deal((1, 2, 3)), Claim(), Believe(), Deal((3, 1, 2)), Claim(), Doubt())


def examples() -> Iterator[tuple[str, Transcript]]:
    """A lie that is believed, and one that is not."""
    state = GAME.setup(Options(), 2)
    transcript = begin(GAME, 2, Options(), "A lie that is believed, and one that is not.")
    for action in BLUFF:
        seat = CHANCE if isinstance(action, Deal) else GAME.to_act(state)[0]
        transcript = record(transcript, seat, action)
        state = play(GAME, state, seat, action).state
    yield "two lies", transcript
