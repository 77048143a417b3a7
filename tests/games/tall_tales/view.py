"""Tall Tales: what a seat may know. All but the other's card and the one left over."""

from chabudai.core import Rng, Seat, Struct, check_seat
from tests.games.tall_tales.components import CARDS
from tests.games.tall_tales.state import Dealing, Options, Phase, State


class View(Struct):
    """The table from one seat. As State, but `cards` are those of the two seats; None: hidden."""

    options: Options
    phase: Phase
    round: int
    beans: tuple[int, int]
    admitted: tuple[bool, bool]
    compared: bool
    cards: tuple[int | None, int | None]


def view(state: State, seat: Seat | None) -> View:
    """What `seat` may know; None is a spectator."""
    check_seat(seat, len(state.beans))
    return View(
        state.options,
        state.phase,
        state.round,
        state.beans,
        state.admitted,
        state.compared,
        (seen(state, 0, seat), seen(state, 1, seat)),
    )


def seen(state: State, owner: Seat, seat: Seat | None) -> int | None:
    """TT-4: one's own card; TT-9: both, once they are compared. None lies there before a round."""
    if state.compared:
        return state.cards[owner]
    return None if isinstance(state.phase, Dealing) or owner != seat else state.cards[owner]


def determinize(view: View, rng: Rng) -> State:
    """A state at random that looks like this view: the hidden cards lie somehow."""
    hidden = iter(rng.shuffled([card for card in CARDS if card not in view.cards]))
    cards = [next(hidden) if card is None else card for card in view.cards]
    return State(
        view.options,
        view.phase,
        view.round,
        view.beans,
        view.admitted,
        view.compared,
        (*cards, next(hidden)),
    )
