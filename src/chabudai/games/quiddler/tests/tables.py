"""Helpers to write Quiddler's states and moves in one line."""

from collections import Counter
from collections.abc import Sequence
from functools import partial
from typing import Any

from msgspec.structs import replace

from chabudai.core import CHANCE, Rng, Seat
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


def midround(phase: qd.Phase, *hands: str, discards: str = "V", **fields: Any) -> qd.State:
    """Return a round in progress whose draw pile has all cards not in `hands` or `discards`."""
    pile = Counter(DECK) - Counter(cards(" ".join((*hands, discards))))
    given = {"dealer": 0, "turns": 4, "pile": " ".join(pile.elements()), **fields}
    return table(*hands, discards=discards, phase=phase, **given)


def last_turn(hand: str, *on_table: str, **options: Any) -> qd.State:
    """Return the last turn of a round, after seat 0 has drawn the first card of `hand`.

    Seat 1 has gone out with the words `on_table`.
    """
    return table(
        hand,
        "",
        drawn=cards(hand)[0],
        last=qd.LastLap(1, (0,)),
        laid=tuple(laid(1, word) for word in on_table),
        options=qd.Options(**options),
    )


def columns(*texts: str, **options: Any) -> qd.State:
    """QD-A18: return a solo game. The last card of each column is open."""
    start = GAME.setup(qd.Options(solo="columns", **options), 1)
    laid_out = tuple(map(cards, (*texts, *[""] * (8 - len(texts)))))
    return replace(start, phase=qd.Solo(laid_out), dealer=0, pile=cards("A B C"))


ALONE = columns("T", "QU", "I", "T", "A", "X")


def out(text: str, card: Face) -> qd.GoOut:
    return qd.GoOut(words(text), card)


def last(text: str, card: Face) -> qd.Last:
    return qd.Last(words(text), card)


make = partial(moves.make, GAME)
refused = partial(moves.refused, GAME)
refused_table = partial(moves.refused_table, GAME)


def dealt(seats: int, seed: int = 1, **options: Any) -> qd.State:
    start = GAME.setup(qd.Options(**options), seats)
    return make(start, (CHANCE, GAME.chance(start, Rng(seed))))


def stacked(hands: Sequence[str], turned: Face, pile: str = "", dealer: Seat = 0) -> qd.Shuffle:
    """Return a shuffle that deals these hands, turns up `turned`, and puts `pile` on top."""
    seats = len(hands)
    rounds = zip(*(cards(hands[(dealer + 1 + at) % seats]) for at in range(seats)), strict=True)
    top = [*(card for dealt in rounds for card in dealt), turned, *cards(pile)]
    rest = Counter(DECK)
    rest.subtract(top)
    assert min(rest.values()) >= 0
    return qd.Shuffle((*top, *rest.elements()), dealer)
