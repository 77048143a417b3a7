"""Tall Tales: bots by level. All answer immediately, but some take more risks than others."""

from fractions import Fraction

from chabudai.core import Bot, Levels, NotToMove, Rng, Seat
from examples.games.tall_tales.components import BELIEVED, DOUBTED
from examples.games.tall_tales.moves import menu, sample
from examples.games.tall_tales.solver import HEARING, TELLING, Plan, worth_of_doubting
from examples.games.tall_tales.state import Action, Admit, Believe, Claim, Doubt, Speaking
from examples.games.tall_tales.view import View

EVEN: Plan = {1: Fraction(0), 2: Fraction(1, 2), 3: Fraction(1)}


def easy(persona: int) -> Bot[View, Action]:
    """Return a bot that moves at random."""
    return sample


def by_plan(telling: Plan, hearing: Plan) -> Bot[View, Action]:
    """Return a bot that claims and doubts with the probabilities of the plans."""

    def bot(view: View, seat: Seat, rng: Rng) -> Action:
        card = card_of(view, seat)
        if isinstance(view.phase, Speaking):
            said: Action = Claim() if happens(telling[card], rng) else Admit()
            return said if said in menu(view, seat) else Claim()
        return Doubt() if happens(hearing[card], rng) else Believe()

    return bot


def normal(persona: int) -> Bot[View, Action]:
    """Return a bot that always claims and doubts with the high card, and does so half of the time
    with the middle one.
    """
    return by_plan(EVEN, EVEN)


def hard(persona: int) -> Bot[View, Action]:
    """Return a bot that plays the solver's plans, which no opponent can beat."""
    return by_plan(TELLING, HEARING)


def expert(persona: int) -> Bot[View, Action]:
    """Like `hard`, but doubts even with its last bean, since believing costs the same."""
    plan = hard(persona)

    def bot(view: View, seat: Seat, rng: Rng) -> Action:
        card = card_of(view, seat)
        hearing = not isinstance(view.phase, Speaking)
        hope = worth_of_doubting(card, TELLING) > -DOUBTED
        if hearing and hope and view.beans[seat] <= BELIEVED:
            return Doubt()
        return plan(view, seat, rng)

    return bot


def card_of(view: View, seat: Seat) -> int:
    """Return the seat's card. Raises NotToMove if the seat owes no move, or if its card is
    hidden.
    """
    card = view.cards[seat] if menu(view, seat) else None
    if card is None:
        raise NotToMove(seat)
    return card


def happens(often: Fraction, rng: Rng) -> bool:
    """Return True with probability `often`."""
    return rng.below(often.denominator) < often.numerator


BOTS: Levels[View, Action] = Levels(easy=easy, normal=normal, hard=hard, expert=expert)
