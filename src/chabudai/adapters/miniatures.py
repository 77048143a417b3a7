"""Miniatures: tiny versions of the games, whose values OpenSpiel's algorithms find exactly.

Needs the extra `openspiel`. Only Python programs can create them. Each has a few deals, all equally
likely, and needs no other chance move.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

from msgspec import structs

from chabudai.adapters.openspiel import TableGame
from chabudai.core import CHANCE, AnyGame, Extras, Outcome, Seat
from chabudai.games.quiddler import GAME as QUIDDLER
from chabudai.games.quiddler.components.cards import DECK, Face, points
from chabudai.games.quiddler.state import (
    Action,
    Discard,
    Draw,
    Last,
    LastLap,
    Options,
    Shuffle,
    State,
)
from chabudai.games.quiddler.view import View

HANDS = ((("A", "T", "E"), ("O", "X", "B")), (("S", "I", "N"), ("D", "U", "M")))
"""The hands that each seat may have, equally likely."""
FACE_UP, PILE = "R", ("E", "G", "P", "O", "L")
OPTIONS = Options(first_dealer=1, validation="at-once", lookup="none")


def quiddler() -> TableGame:
    """Return the last lap of a round of Quiddler for two seats, with twelve cards.

    Each seat draws, lays the words with the most points for its discard, and scores its lead.
    """
    game: AnyGame = replace(
        QUIDDLER,
        to_act=lambda state: () if state.sheet else QUIDDLER.to_act(state),
        outcome=lead,
        legal_actions=best_layouts,
        extras=Extras(),
    )
    first, second = HANDS
    deals = tuple(dealt(one, other) for one in first for other in second)
    params = {"players": 2, "reward": "score", "first_dealer": "#1", "validation": "at-once"}
    return TableGame(game, params, deals)


def dealt(one: tuple[Face, ...], other: tuple[Face, ...]) -> State:
    """Return the state after this deal. The rest of the box is not used."""
    cards = (*(face for pair in zip(one, other, strict=True) for face in pair), FACE_UP, *PILE)
    rest = Counter(DECK)
    rest.subtract(cards)
    deck = (*cards, *rest.elements())
    state = QUIDDLER.apply(QUIDDLER.setup(OPTIONS, 2), CHANCE, Shuffle(deck, 1)).state
    return structs.replace(state, pile=PILE, last=LastLap(None, (0, 1)))


def best_layouts(view: View, seat: Seat) -> Iterator[Action]:
    """Yield the draws, and for each discard one of the layouts with the most points. A seat lays
    nothing only if it has no words.
    """
    best: dict[Face, Discard | Last] = {}
    for action in QUIDDLER.legal_actions(view, seat):
        if isinstance(action, Draw):
            yield action
        elif isinstance(action, Discard):
            best.setdefault(action.card, action)
        elif isinstance(action, Last) and worth(action) > worth(best[action.discard]):
            best[action.discard] = action
    yield from best.values()


def worth(action: Discard | Last) -> int:
    """Return the points of the words that an action lays."""
    return sum(points(word) for word in action.words) if isinstance(action, Last) else 0


def lead(state: State) -> Outcome | None:
    """Return the seats' leads after the round."""
    if not state.sheet:
        return None
    one, other = (line.total for line in state.sheet[-1])
    winners = tuple(seat for seat, total in enumerate((one, other)) if total == max(one, other))
    return Outcome((one - other, other - one), winners)
