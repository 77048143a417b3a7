"""Helpers to write Quiddler's states and moves in one line."""

from collections import Counter
from collections.abc import Sequence
from functools import partial
from typing import Any

import pytest
from msgspec.structs import replace

from chabudai.core import CHANCE, Illegal, Rng, Seat
from chabudai.games.quiddler import GAME, state as qd
from chabudai.games.quiddler.components.cards import DECK, Face, points
from tests.support import moves


def cards(text: str) -> tuple[Face, ...]:
    """Parse cards separated by spaces, such as QU I T."""
    return tuple(text.split())


def words(text: str) -> tuple[tuple[Face, ...], ...]:
    """Parse words separated by commas, such as QU I T, D O T."""
    return tuple(cards(word) for word in text.split(",") if word.strip())


def laid(seat: Seat, text: str, verdict: qd.Verdict | None = None) -> qd.Laid:
    """Return a word on the table."""
    return qd.Laid(seat, cards(text), points(cards(text)), verdict)


def table(
    *hands: str,
    turn: Seat = 0,
    drawn: Face | None = None,
    pile: str = "A E I O U L N S T R",
    discards: str = "M",
    dealer: Seat | None = None,
    options: qd.Options | None = None,
    **fields: Any,
) -> qd.State:
    """Return a round in progress. The seat `turn` must draw, or has drawn `drawn`.

    `hands` are listed by seat. The top cards are the first of `pile` and the last of `discards`.
    """
    state = qd.State(
        options or qd.Options(),
        qd.Drawing(turn) if drawn is None else qd.Acting(turn, drawn, "pile"),
        hands=tuple(tuple(sorted(cards(hand))) for hand in hands),
        dealer=(turn - 1) % len(hands) if dealer is None else dealer,
        pile=cards(pile),
        discards=cards(discards),
    )
    return replace(state, **fields)


def out(text: str, card: Face) -> qd.GoOut:
    """Go out with these words."""
    return qd.GoOut(words(text), card)


def last(text: str, card: Face) -> qd.Last:
    """Lay these words in the last lap."""
    return qd.Last(words(text), card)


def alone() -> qd.State:
    """QD-A18: return a solo game with six open cards and nothing under them."""
    start = GAME.setup(qd.Options(solo="columns"), 1)
    columns = tuple((card,) if card else () for card in ("T", "QU", "I", "T", "A", "X", "", ""))
    return replace(start, phase=qd.Solo(columns), dealer=0)


make = partial(moves.make, GAME)
refused = partial(moves.refused, GAME)


def refused_table(seats: int, **options: Any) -> str:
    """Return the rule that forbids these options at a table of this size."""
    with pytest.raises(Illegal) as refusal:
        GAME.setup(qd.Options(**options), seats)
    return refusal.value.rule


def dealt(seats: int, seed: int = 1, **options: Any) -> qd.State:
    """Return a newly dealt game."""
    start = GAME.setup(qd.Options(**options), seats)
    return make(start, (CHANCE, GAME.chance(start, Rng(seed))))


def all_ready(state: qd.State) -> qd.State:
    """Return the game after all seats have declared that they are ready."""
    return make(state, *((seat, qd.Ready()) for seat in GAME.to_act(state)))


refused = partial(moves.refused, GAME)


def totals(state: qd.State) -> tuple[int, ...]:
    """Return the total scores after the last scored round."""
    return tuple(line.total for line in state.sheet[-1])


def stacked(hands: Sequence[str], turned: Face, pile: str = "", dealer: Seat = 0) -> qd.Shuffle:
    """Return a shuffle that deals these hands, turns up `turned`, and puts `pile` on top."""
    seats = len(hands)
    rounds = zip(*(cards(hands[(dealer + 1 + at) % seats]) for at in range(seats)), strict=True)
    top = [*(card for dealt in rounds for card in dealt), turned, *cards(pile)]
    rest = Counter(DECK)
    rest.subtract(top)
    assert min(rest.values()) >= 0
    return qd.Shuffle((*top, *rest.elements()), dealer)
