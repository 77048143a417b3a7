"""Tall Tales: a seat's possible moves and questions. Only `rules` decides whether a move is
legal.
"""

from collections.abc import Iterator

from chabudai.core import NotToMove, Rng, Seat, owned
from chabudai.core.asking import no_question
from examples.games.tall_tales.components import CARDS
from examples.games.tall_tales.rules import against
from examples.games.tall_tales.state import (
    Action,
    Admit,
    Answer,
    Believe,
    Claim,
    Counted,
    Doubt,
    Hearing,
    Question,
    Speaking,
    Unseen,
)
from examples.games.tall_tales.view import View

CHOICES: tuple[Action, ...] = (Claim(), Admit(), Believe(), Doubt())


def menu(view: View, seat: Seat) -> tuple[Action, ...]:
    """Return a seat's possible moves: claim or admit, or believe or doubt."""
    if not isinstance(view.phase, Speaking | Hearing) or view.phase.seat != seat:
        return ()
    table = (view.options, view.phase, view.admitted, seat)
    return tuple(action for action in CHOICES if against(*table, action) is None)


def legal_actions(view: View, seat: Seat) -> Iterator[Action]:
    """Yield the menu, which is complete because no move contains words."""
    yield from menu(view, seat)


def sample(view: View, seat: Seat, rng: Rng) -> Action:
    """Return a random move from the menu."""
    choices = menu(view, seat)
    if not choices:
        raise NotToMove(seat)
    return rng.choice(choices)


def idle(view: View, seat: Seat) -> Action:
    """TT-A4: return the move for a player who does not move in time. A teller admits, if that is
    allowed, and a hearer believes.
    """
    choices = menu(view, seat)
    if not choices:
        raise NotToMove(seat)
    return next(action for action in (Admit(), Believe(), Claim()) if action in choices)


def clock(view: View, seat: Seat) -> int | None:
    """TT-A4: return the time limit for a move, in seconds, or None if there is no clock."""
    return None if view.options.turn_clock == "off" else view.options.turn_clock


def ask(view: View, seat: Seat, question: Question) -> Answer:
    """Compare the seat's card with the cards that it does not see."""
    mine = owned(view.cards, seat)
    match question:
        case Unseen():
            return count_unseen(view, mine)
        case _:
            raise no_question(question, Question)


def count_unseen(view: View, mine: int | None) -> Counted:
    """Count the hidden cards that are higher than `mine`, and the lower ones."""
    if mine is None:
        return Counted(0, 0)
    hidden = [card for card in CARDS if card not in view.cards]
    return Counted(sum(card > mine for card in hidden), sum(card < mine for card in hidden))
