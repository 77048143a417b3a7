"""The Kakapo, phase 1: revealing cards, one of which decides (KK-15 to KK-20)."""

from collections.abc import Sequence

from msgspec.structs import replace

from chabudai.core import Illegal, News, Seat, Step, public, put
from chabudai.games.kakapo.components.cards import PLACE_SUIT, SUIT, Card, Suit
from chabudai.games.kakapo.state import (
    Decided,
    Event,
    Hand,
    Options,
    Reveal,
    Revealed,
    Revealing,
    Round,
    Selecting,
    State,
)


def cards_in_a_round(seats: int) -> int:
    """KK-15: return the number of cards in a round: two from each player in a game for two, and
    otherwise one.
    """
    return 4 if seats == 2 else seats


def top_suit(rounds: Sequence[Round]) -> Suit:
    """KK-18: return the colour of the top decision card, or of the deck's empty place."""
    return SUIT[rounds[-1].decision] if rounds else PLACE_SUIT


def may_reveal(options: Options, seats: int, revealed: tuple[Card, ...], hand: Hand) -> Hand:
    """KK-17: return the cards of a hand that may be revealed.

    Only cards of the lead colour may be revealed, unless the hand has none or the seat leads.
    """
    if not revealed or is_free_second(options, seats, revealed):
        return hand
    lead = revealed[0][0]
    return tuple([card for card in hand if card[0] == lead]) or hand


def has_lead_suit(revealed: tuple[Card, ...], card: Card) -> bool:
    """KK-16: whether `card` has the lead colour. The first card of a round always has it."""
    return not revealed or card[0] == revealed[0][0]


def is_free_second(options: Options, seats: int, revealed: tuple[Card, ...]) -> bool:
    """KK-A1: whether the next card is the leader's second one, and need not follow suit at this
    table.
    """
    return options.leader_free_second and seats == 2 and len(revealed) == 2


def decision_card(revealed: tuple[Card, ...], top: Suit) -> Card:
    """KK-19, KK-20: return the highest card of the top colour or, if none was revealed, of the lead
    colour.
    """
    tops = [card for card in revealed if card[0] == top]
    return max(tops or [card for card in revealed if card[0] == revealed[0][0]])


def revealer(start: Seat, place: int, seats: int) -> Seat:
    """KK-15: return the seat that reveals the card at `place` of a round, counted from 0."""
    return (start + place) % seats


def reveal(state: State, seat: Seat, action: Reveal) -> Step[State, Event]:
    """KK-15 to KK-19: reveal a card. The last card of the round determines the decision card.
    Raises Illegal.
    """
    if not isinstance(state.phase, Revealing):
        raise Illegal("KK-15", "All cards of this round have been played.")
    card, hand, revealed = action.card, state.hands[seat], state.revealed
    seats = len(state.hands)
    if card not in hand:
        raise Illegal("KK-15", "You do not hold {card}.", card=card)
    if not has_lead_suit(revealed, card):
        following = may_reveal(state.options, seats, revealed, hand)
        if card not in following:
            raise Illegal("KK-17", "Follow the lead: you hold {card}.", card=following[0])
    at = hand.index(card)
    left = hand[:at] + hand[at + 1 :]
    revealed = (*revealed, card)
    news: tuple[News[Event], ...] = (public(Revealed(seat, card)),)
    if len(revealed) < cards_in_a_round(seats):
        phase: Revealing | Selecting = Revealing(revealer(state.start, len(revealed), seats))
    else:
        decision = decision_card(revealed, top_suit(state.rounds))
        owner = revealer(state.start, revealed.index(decision), seats)
        phase = Selecting(owner, decision)
        news = (*news, public(Decided(owner, decision)))
    hands = put(state.hands, seat, left)
    return Step(replace(state, phase=phase, hands=hands, revealed=revealed), news)


def shown_voids(
    options: Options, seats: int, rounds: Sequence[Round], start: Seat, revealed: tuple[Card, ...]
) -> tuple[tuple[Suit, ...], ...]:
    """Return the colours that each seat is known to lack because it did not follow suit (KK-17)."""
    voids: list[set[Suit]] = [set() for _ in range(seats)]
    for first, cards in (*((one.start, one.cards) for one in rounds), (start, revealed)):
        for place, card in enumerate(cards):
            if card[0] != cards[0][0] and not is_free_second(options, seats, cards[:place]):
                voids[revealer(first, place, seats)].add(SUIT[cards[0]])
    return tuple(tuple(sorted(some)) for some in voids)
