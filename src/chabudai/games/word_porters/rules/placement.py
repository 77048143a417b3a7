"""Word Porters: placing porters. IDs such as WP-22 are headings in RULES.md."""

from collections.abc import Iterator, Mapping, Sequence

from chabudai.core import Seat, Why
from chabudai.games.word_porters.state import Options, Place, Placed, Tokens

FREE: Mapping[Tokens, tuple[Tokens, Tokens]] = {
    (1, 2, 3): ((1,), (2, 3)),
    (2, 3): ((2,), (3,)),
    (3,): ((3,), ()),
    (2,): ((2,), ()),
}
"""WP-21: map the porters that a player holds to those that an untouched card takes, and those left.
"""

SURCHARGE: Mapping[Tokens, tuple[Tokens, Tokens]] = {
    (1, 2, 3): ((1, 3), (2,)),
    (2, 3): ((2, 3), ()),
}
"""WP-22: map the porters that a player holds to those that a touched card takes, the upper one
first, and those left.
"""

PLACES = tuple((Place(card, 0), Place(card, 1)) for card in range(12))
"""All placements, by card and word."""


def on_card(placed: tuple[Placed, ...], card: int) -> tuple[Placed, ...]:
    """Return the placements on a hint card."""
    return tuple([one for one in placed if one.card == card])


def against_placing(
    options: Options, there: Sequence[Placed], seat: Seat, tokens: Tokens, word: int
) -> Why | None:
    """WP-19 to WP-23: explain why a porter cannot be put on a word of a card, or return None.

    `there` has the placements on the card.
    """
    if not tokens:
        return Why("WP-26", "You have placed all your porters.", {})
    for one in there:
        if one.seat == seat:
            return Why("WP-20", "You already have a porter on this card.", {})
        if one.word == word and not options.shared_hint_words:
            return Why("WP-19", "Somebody is already on this hint.", {})
    if there and tokens not in SURCHARGE:
        text = "To share this card, you need your 3 and also your 1 or 2."
        return Why("WP-22", text, {})
    return None


def paid(there: tuple[Placed, ...], tokens: Tokens) -> tuple[Tokens, Tokens]:
    """WP-21, WP-22: return the porters that a card with the placements `there` takes, and the
    porters left.

    Raises KeyError if the seat has too few porters.
    """
    return (SURCHARGE if there else FREE)[tokens]


def open_places(
    options: Options, cards: int, placed: tuple[Placed, ...], seat: Seat, tokens: Tokens
) -> Iterator[Place]:
    """WP-23: yield every legal placement of `seat`, card by card."""
    by_card: dict[int, list[Placed]] = {}
    for one in placed:
        by_card.setdefault(one.card, []).append(one)
    for card, places in enumerate(PLACES[:cards]):
        there = by_card.get(card, ())
        for place in places:
            if against_placing(options, there, seat, tokens, place.word) is None:
                yield place


def can_place(
    options: Options, cards: int, placed: tuple[Placed, ...], seat: Seat, tokens: Tokens
) -> bool:
    """WP-25: whether `seat`, which has porters left, can place one."""
    if len(placed) < cards or len({one.card for one in placed}) < cards:
        return True  # an untouched card is left
    if tokens not in SURCHARGE:
        return False
    return next(open_places(options, cards, placed, seat, tokens), None) is not None
