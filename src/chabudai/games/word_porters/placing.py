"""Word Porters: placing porters. IDs such as WP-22 are headings of RULES.md beside this file."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from chabudai.core import Seat
from chabudai.games.word_porters.state import Options, Place, Placed, Tokens, Why

FREE: Mapping[Tokens, tuple[Tokens, Tokens]] = {
    (1, 2, 3): ((1,), (2, 3)),
    (2, 3): ((2,), (3,)),
    (3,): ((3,), ()),
    (2,): ((2,), ()),
}
"""WP-21: what an untouched card takes of the porters one has, and what is left then."""

SURCHARGE: Mapping[Tokens, tuple[Tokens, Tokens]] = {
    (1, 2, 3): ((1, 3), (2,)),
    (2, 3): ((2, 3), ()),
}
"""WP-22: the same for a touched card, the upper porter first."""

PLACES = tuple((Place(card, 0), Place(card, 1)) for card in range(12))
"""Every placement, by card and word."""


class Lying(NamedTuple):
    """Where porters lie, as sets of bits.

    Bit `2 * card + word` of `taken` stands for a hint word; both bits of a card are in `mine`
    where one has placed oneself.
    """

    taken: int
    mine: int


def lying(placed: tuple[Placed, ...], seat: Seat) -> Lying:
    """What lies on the hint cards, as `seat` is concerned."""
    taken = mine = 0
    for one in placed:
        at = 2 * one.card
        taken |= 1 << at + one.word
        if one.seat == seat:
            mine |= 3 << at
    return Lying(taken, mine)


def open_places(
    options: Options, cards: int, placed: tuple[Placed, ...], seat: Seat, tokens: Tokens
) -> Iterator[Place]:
    """WP-23: every placement that `seat` may make, card by card."""
    if tokens:
        there = lying(placed, seat)
        for at in range(2 * cards):
            if is_open(options, there, at, tokens):
                yield PLACES[at >> 1][at & 1]


def is_open(options: Options, there: Lying, at: int, tokens: Tokens) -> bool:
    """WP-19 to WP-22: whether one who has porters may place on hint word `2 * card + word`."""
    if not there.taken >> (at & ~1) & 3:
        return True
    if there.mine >> at & 1 or tokens not in SURCHARGE:
        return False
    return options.shared_hint_words or not there.taken >> at & 1


def can_place(
    options: Options, cards: int, placed: tuple[Placed, ...], seat: Seat, tokens: Tokens
) -> bool:
    """WP-25: whether there is any hint word for `seat`."""
    if not tokens:
        return False
    if len(placed) < cards:
        return True  # so there is an untouched card
    return next(open_places(options, cards, placed, seat, tokens), None) is not None


def against_placing(
    options: Options,
    cards: int,
    placed: tuple[Placed, ...],
    seat: Seat,
    tokens: Tokens,
    place: Place,
) -> Why | None:
    """WP-18 to WP-23: why a porter cannot be put there, or None."""
    card, word = place.card, place.word
    if card >= cards:
        return Why("WP-13", "There is no such hint card on the table.", {})
    if not tokens:
        return Why("WP-26", "You have placed all your porters.", {})
    on_card = [one for one in placed if one.card == card]
    if not on_card:
        return None
    if any(one.seat == seat for one in on_card):
        return Why("WP-20", "You already have a porter on this card.", {})
    if not options.shared_hint_words and any(one.word == word for one in on_card):
        return Why("WP-19", "Somebody's porter stands on this hint word.", {})
    if tokens not in SURCHARGE:
        text = "This card is taken, and you cannot pay your 3 with a smaller porter."
        return Why("WP-22", text, {})
    return None


def paid(placed: tuple[Placed, ...], tokens: Tokens, card: int) -> tuple[Tokens, Tokens]:
    """WP-21, WP-22: what a card takes of the porters one has, and what is left then.

    One who cannot pay has nothing to pay with: then both are empty.
    """
    prices = SURCHARGE if any(one.card == card for one in placed) else FREE
    return prices.get(tokens, ((), tokens))
