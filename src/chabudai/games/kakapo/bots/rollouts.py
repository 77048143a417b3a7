"""The Kakapo: playouts of a mission that use only the cards.

Playouts ignore the board. A place in a cover is filled when one of its possible pieces has been
selected. A piece that no cover needs is assumed to fit somewhere else. All players use the same
simple policy and know only their own hand (no open-hand solving, so no strategy fusion).
"""

from typing import NamedTuple, TypeAlias

from chabudai.core import Seat
from chabudai.games.kakapo.components.cards import SUITS, VALUES
from chabudai.games.kakapo.solver.card_sets import (
    COUNT,
    EVERY,
    OF_SUIT,
    OF_VALUE,
    SUIT_OF,
    Cards,
    Index,
    each,
    highest,
)

Places: TypeAlias = tuple[Cards, ...]
"""The open places of a cover. Each is the set of pieces that can fill it."""

MASK = (1 << 64) - 1
STEP = 6364136223846793005
"""Multiplier of a linear congruential generator: the next bits are `seed * STEP + 1` (Knuth)."""
RANDOM_CARD = (1 << 32) // 8
"""Probability of playing a random card, times 2**32. Players are not fully predictable."""
PROGRESS = 0.05
"""Value of a failed mission that lacked only the last piece."""


def beating(top: int, lead: int, card: Index) -> Cards:
    """KK-19: return the cards that beat `card`, whose colour is the top or the lead colour."""
    higher = EVERY >> (card // 5 + 1) * 5 << (card // 5 + 1) * 5
    if SUIT_OF[card] == top:
        return OF_SUIT[top] & higher
    beaten = OF_SUIT[lead] & higher if SUIT_OF[card] == lead else OF_SUIT[lead]
    return beaten | (OF_SUIT[top] if top != lead else 0)


BEATS: tuple[tuple[tuple[Cards, ...], ...], ...] = tuple(
    tuple(tuple(beating(top, lead, card) for card in range(COUNT)) for lead in range(len(SUITS)))
    for top in range(len(SUITS))
)
"""Cards that beat a card, indexed by top colour, lead colour and card."""

HIGHER: tuple[Cards, ...] = tuple(
    OF_SUIT[SUIT_OF[card]] & EVERY >> (card // 5 + 1) * 5 << (card // 5 + 1) * 5
    for card in range(COUNT)
)
"""Higher cards of the same suit, indexed by card."""

BESIDE: tuple[Cards, ...] = tuple(
    (OF_VALUE[card // 5 + 1] & ~(1 << card))
    | (1 << card + 5 if card // 5 + 1 < len(VALUES) else 0)
    | (1 << card - 5 if card >= 5 else 0)
    for card in range(COUNT)
)
"""Pieces that wild colour and shift change can select instead, indexed by card (KK-24, KK-25)."""


class Course(NamedTuple):
    """A mission in progress, reduced to its cards.

    `rounds` is the number of rounds left, including the current one. `top` is the index of the top
    colour in SUITS. `known` has the cards that all players have seen, and `unused` the pieces not
    on the board.
    """

    seats: int
    rounds: int
    counters: int
    start: Seat
    top: int
    revealed: tuple[Index, ...]
    known: Cards
    unused: Cards
    covers: tuple[Places, ...]


def play_out(course: Course, dealt: tuple[Cards, ...], first: Index | None, seed: int) -> float:
    """Play to the end and return the value: 1 for success, otherwise PROGRESS × the share achieved.

    `first` is the card that the next seat plays now. If it is None, the policy decides. `seed`
    consists of random bits.
    """
    hands = list(dealt)
    before = fewest(course.covers)
    while all(course.covers) and course.rounds:
        wanted = wants(course.covers, reach(course))
        if not wanted:
            break
        trick, decision = play_round(course, hands, wanted, first, seed)
        course = select(course, trick, decision, wanted)
        first, seed = None, seed * STEP + 1 & MASK
    if not all(course.covers):
        return 1.0
    return PROGRESS * (1 - fewest(course.covers) / before) if course.covers else 0.0


def reach(course: Course) -> Cards:
    """Return the pieces that can still be selected. In a game for two, skills can select any unused
    piece while counters are left.
    """
    if course.seats == 2 and course.counters:
        return course.unused
    return course.unused & ~course.known


def play_round(
    course: Course, hands: list[Cards], wanted: Cards, first: Index | None, seed: int
) -> tuple[list[Index], Index]:
    """KK-15 to KK-19: return the cards of the whole round and the one that decides.

    The cards played in this round are removed from `hands`.
    """
    seats, top, known = course.seats, course.top, course.known
    beats = BEATS[top]
    trick = list(course.revealed)
    last = (4 if seats == 2 else seats) - 1
    best = leader(trick, top)
    for place in range(len(trick), last + 1):
        seat = (course.start + place) % seats
        hand = hands[seat]
        if first is not None:
            card, first = first, None
        else:
            seed = seed * STEP + 1 & MASK
            own = hand & OF_SUIT[SUIT_OF[trick[0]]] or hand if trick else hand
            if seed >> 32 < RANDOM_CARD:
                card = any_of(own, seed)
            elif not trick:
                card = lead(hand, wanted, EVERY & ~(known | hand), seed)
            else:
                above = beats[SUIT_OF[trick[0]]][best]
                card = follow(own, above, wanted, best, last - place)
        if not trick or beats[SUIT_OF[trick[0]]][best] >> card & 1:
            best = card
        bit = 1 << card
        hands[seat] = hand ^ bit
        known |= bit
        trick.append(card)
    return trick, best


def leader(trick: list[Index], top: int) -> Index:
    """KK-19: return the best card so far, or 0 if there is none."""
    best = trick[0] if trick else 0
    for card in trick:
        if BEATS[top][SUIT_OF[trick[0]]][best] >> card & 1:
            best = card
    return best


def select(course: Course, trick: list[Index], decision: Index, wanted: Cards) -> Course:
    """KK-21 to KK-28: return the course of the next round after the player in charge has selected
    according to the policy.
    """
    seats, rounds, counters, start, _, _, known, unused, covers = course
    for card in trick:
        known |= 1 << card
    got, spent = selected_pieces(course, trick, decision, known, wanted)
    return Course(
        seats,
        rounds - 1,
        counters - spent,
        (start + trick.index(decision)) % seats,
        SUIT_OF[decision],
        (),
        known,
        unused & ~got,
        covers_after(covers, got & wanted),
    )


def selected_pieces(
    course: Course, trick: list[Index], decision: Index, known: Cards, wanted: Cards
) -> tuple[Cards, int]:
    """KK-22 to KK-25: return the pieces that the policy selects and the counters that it spends."""
    plain = 1 << decision & course.unused
    if not course.counters:
        return plain, 0
    useful, suit = course.unused & wanted, SUIT_OF[decision]
    low = 1 << min(trick) & useful
    if low and all(SUIT_OF[card] == suit for card in trick):
        return plain | low, 1
    others = BESIDE[decision] & useful
    if course.seats == 2 and others and not plain & useful:
        return highest(others & known or others), 1
    return plain, 0


def wants(covers: tuple[Places, ...], reach: Cards) -> Cards:
    """Return the pieces that fill a place in one of the shortest covers that `reach` completes."""
    least, found = COUNT, 0
    for places in covers:
        size = len(places)
        if size > least:
            continue
        union = 0
        for place in places:
            if not place & reach:
                break
            union |= place
        else:
            if size < least:
                least, found = size, union
            else:
                found |= union
    return found & reach


def fewest(covers: tuple[Places, ...]) -> int:
    """Return the number of open places in the shortest cover."""
    return min(map(len, covers), default=0)


def covers_after(covers: tuple[Places, ...], got: Cards) -> tuple[Places, ...]:
    """Return the covers after these pieces have been selected."""
    for piece in each(got):
        covers = tuple([fill_place(places, piece) for places in covers])
    return covers


def fill_place(places: Places, piece: Cards) -> Places:
    """Return a cover after one piece has filled the first place that takes it."""
    for at, place in enumerate(places):
        if place & piece:
            return places[:at] + places[at + 1 :]
    return places


# --- The policy: choosing a card by the wanted pieces and the player's own hand


def lead(hand: Cards, wanted: Cards, out: Cards, seed: int) -> Index:
    """Choose the card to lead. The first choice is a wanted card that no card of its colour beats.
    The second choice is a card that may bring out another player's wanted card, and the last choice
    is a high unwanted card.

    `out` contains the cards that are neither known nor in this hand.
    """
    mine = hand & wanted
    while mine:
        card = mine.bit_length() - 1
        if not HIGHER[card] & out:
            return card
        mine ^= 1 << card
    spare = hand & ~wanted
    theirs = wanted & out
    if not spare:
        return hand.bit_length() - 1
    for turn in range(len(SUITS)):
        suit = OF_SUIT[((seed >> 40) + turn) % len(SUITS)]
        if theirs & suit and spare & suit:
            return lowest(spare & suit)
    return spare.bit_length() - 1


def any_of(hand: Cards, seed: int) -> Index:
    """Return a random card from a hand, chosen by the bits of `seed`."""
    at = (seed >> 8) % COUNT
    rest = hand >> at
    return at + lowest(rest) if rest else hand.bit_length() - 1


def follow(hand: Cards, above: Cards, wanted: Cards, best: Index, to_come: int) -> Index:
    """Choose the card to follow with. `hand` has the playable cards. `above` contains the cards
    that beat the `best` one so far, and `to_come` is the number of later cards.
    """
    if winning := hand & above & wanted:
        return winning.bit_length() - 1
    if wanted >> best & 1:
        return support(hand, above, wanted)
    return duck(hand, above, wanted) if to_come else shed(hand, wanted)


def support(hand: Cards, above: Cards, wanted: Cards) -> Index:
    """Choose the card to follow with if the best card so far is wanted and should stay the best."""
    below = hand & ~above
    spare = below & ~wanted
    return spare.bit_length() - 1 if spare else lowest(below or hand)


def shed(hand: Cards, wanted: Cards) -> Index:
    """Choose a high unwanted card as the last card of a round that no wanted card can decide."""
    spare = hand & ~wanted
    return spare.bit_length() - 1 if spare else lowest(hand)


def duck(hand: Cards, above: Cards, wanted: Cards) -> Index:
    """Choose a card that is easy to beat, because a later card may be a wanted one."""
    spare = hand & ~above & ~wanted
    return spare.bit_length() - 1 if spare else lowest(hand & ~wanted or hand)


def lowest(cards: Cards) -> Index:
    """Return a card with the lowest number."""
    return (cards & -cards).bit_length() - 1
