"""Tall Tales: a seat's view, without the other player's card and the card left over."""

from chabudai.core import Rng, Seat, Struct, check_seat
from examples.games.tall_tales.components import CARDS
from examples.games.tall_tales.state import Dealing, Options, Phase, State


class View(Struct):
    """The table as a seat sees it. Like State, but `cards` has the seats' cards, None if hidden."""

    options: Options
    phase: Phase
    round: int
    beans: tuple[int, int]
    admitted: tuple[bool, bool]
    compared: bool
    cards: tuple[int | None, int | None]


def view(state: State, seat: Seat | None) -> View:
    """Return the view of `seat`, or of a spectator if `seat` is None."""
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
    """Return the card of `owner` if `seat` sees it: its own (TT-4), or a turned-up one (TT-9)."""
    if state.compared:
        return state.cards[owner]
    return None if isinstance(state.phase, Dealing) or owner != seat else state.cards[owner]


def determinize(view: View, rng: Rng) -> State:
    """Return a random state that agrees with this view, with the hidden cards shuffled."""
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
