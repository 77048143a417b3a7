"""Support for the tests of Tall Tales: short notations, and a second version of the rules.

The second version follows RULES.md and takes no answer from `rules`, `view` or `moves`.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from hypothesis import strategies as st
from msgspec.structs import replace

from chabudai.core import CHANCE, Rng, Seat, Step, play
from chabudai.core.transcript import Transcript
from examples.games.tall_tales import GAME, state as tt
from examples.games.tall_tales.view import View
from tests.support.moves import scripted


def dealt(*cards: int, **options: Any) -> tt.State:
    """Return the first round after a deal: a card for seat 0, one for seat 1, and one left over."""
    first, second, rest = cards
    return after(GAME.setup(tt.Options(**options), 2), tt.Deal((first, second, rest)))


def after(state: tt.State, *actions: tt.Action) -> tt.State:
    """Return the table after these moves, each made by the seat whose turn it is."""
    for action in actions:
        state = play(GAME, state, GAME.to_act(state)[0], action).state
    return state


def options(seats: int) -> st.SearchStrategy[tt.Options]:
    return st.builds(
        tt.Options,
        rounds=st.sampled_from((2, 4, 6)),
        bold=st.booleans(),
        shown=st.booleans(),
        turn_clock=st.sampled_from(("off", 10, 3600)),
    )


def pieces(state: tt.State) -> Counter[str]:
    """TT-2, TT-3: count the cards and the beans."""
    return Counter({"beans": sum(state.beans), **{f"card {card}": 1 for card in state.cards}})


def longest(state: tt.State) -> int:
    """A round has at most three moves: the deal, a claim and its answer."""
    return 3 * state.options.rounds


def accepted(action: tt.Action, step: Step[tt.State, tt.Event]) -> bool:
    return True


def odd(view: View, seat: Seat, rng: Rng) -> tt.Action:
    actions: tuple[tt.Action, ...] = (tt.Claim(), tt.Admit(), tt.Believe(), tt.Doubt())
    return rng.choice(actions)


def questions(view: View, rng: Rng) -> Iterator[tt.Question]:
    yield tt.Unseen()


# --- Secrets: the other player's card and the one left over (TT-4), until compared (TT-9)


def scramble(
    state: tt.State, seat: Seat | None, rng: Rng, about: tt.Action | None = None
) -> tt.State:
    """Redeal all cards that `seat` does not see, unless the move `about` turns them up."""
    if state.compared or turns_up(state, about):
        return state
    known = None if isinstance(state.phase, tt.Dealing) else seat
    rest = iter(rng.shuffled([card for at, card in enumerate(state.cards) if at != known]))
    cards = [card if at == known else next(rest) for at, card in enumerate(state.cards)]
    return replace(state, cards=tuple(cards))


def turns_up(state: tt.State, about: tt.Action | None) -> bool:
    """Whether a move turns the cards up (TT-9, TT-A2)."""
    ends = isinstance(about, tt.Admit | tt.Believe)
    return isinstance(about, tt.Doubt) or (state.options.shown and ends)


def disguise(state: tt.State, seat: Seat | None, actor: Seat, action: tt.Action) -> tt.Action:
    """TT-4: in a deal, replace the cards that `seat` does not see."""
    if not isinstance(action, tt.Deal):
        return action
    one, two, three = action.cards
    return tt.Deal({None: (two, three, one), 0: (one, three, two), 1: (three, two, one)}[seat])


def canary(state: tt.State) -> tuple[tt.State, str]:
    """Return the table with an impossible card left over, and the card's text, to detect leaks."""
    return replace(state, cards=(*state.cards[:2], 987654321)), "987654321"


# --- Recorded games


def lead(state: tt.State) -> int:
    return state.beans[0] - state.beans[1]


ENDINGS: Mapping[str, Callable[[Sequence[tt.State]], bool]] = {
    "the last round decides": lambda game: 0 not in game[-1].beans and lead(game[-1]) != 0,
    "both win": lambda game: lead(game[-1]) == 0,
    "somebody is out of beans": lambda game: 0 in game[-1].beans,
}
"""Conditions on all states of a game that show how it ended."""

UNTOLD = ()
MOST_MOVES = 18
"""Maximum number of moves in a game."""

TABLES: Sequence[tt.Options] = (
    tt.Options(rounds=6, bold=True),
    tt.Options(shown=True, turn_clock=60),
    tt.Options(),
)
"""Options of the tables in the recorded games."""

BLUFF = (
    *((CHANCE, tt.Deal((1, 2, 3))), (0, tt.Claim()), (1, tt.Believe())),
    *((CHANCE, tt.Deal((3, 1, 2))), (1, tt.Claim()), (0, tt.Doubt())),
)


def examples() -> Iterator[tuple[str, Transcript]]:
    note = "A lie that is believed, and one that is not."
    yield "two lies", scripted(GAME, 2, tt.Options(), BLUFF, note)
