"""The Kakapo: a seat's view, with its own hand and everything public (KK-13, KK-29)."""

from itertools import islice
from typing import Annotated, TypeAlias

from chabudai.core import Disclosure, Rng, Seat, Struct, owned
from chabudai.core.bounds import AFTERWARDS, between, most
from chabudai.games.kakapo.components.cards import (
    DECK,
    FIRST,
    ORDER,
    Card,
    Suit,
    cards_for,
)
from chabudai.games.kakapo.components.mission_file import BIRDS
from chabudai.games.kakapo.components.missions import LARGEST, Mission
from chabudai.games.kakapo.rules.history import Moment, moments_of
from chabudai.games.kakapo.rules.scanning import lacking
from chabudai.games.kakapo.rules.tricks import shown_voids, top_suit
from chabudai.games.kakapo.state import (
    Action,
    Dealing,
    Ended,
    Event,
    Facing,
    Hand,
    Lying,
    Options,
    Over,
    Phase,
    Place,
    Reveal,
    Revelation,
    Round,
    Select,
    State,
)

MIXING = 4
"""Average number of swaps per hidden card, enough to forget its first position."""


Count: TypeAlias = Annotated[int, between(0, len(DECK))]
Suits: TypeAlias = Annotated[tuple[Suit, ...], most(5)]
Edges: TypeAlias = Annotated[tuple[Facing, ...], most(4 * LARGEST)]


class View(Struct):
    """The table as one seat sees it. Like State, but hidden cards are only counted.

    Once the mission is over, all hands are open. `moments` are then its rounds, oldest first, and
    `lacking` is the number of edges that the birds lacked (KK-41). Before that, `moments` is empty
    and `lacking` is None. `wish` is true if the viewer wishes to give up. If the table has agreed
    on `void_tracker`, `voids` has the colours that each seat is known to lack. Otherwise, it is
    empty. `top` is the top colour, which decides first (KK-18).
    """

    options: Options
    mission: Mission
    phase: Phase
    hands: Annotated[tuple[Hand | Count, ...], most(4)]
    wish: bool
    counters: Annotated[int, between(0, 5)]
    box: Count  # cards returned to the box unseen (KK-9)
    declared: Seat | None
    start: Seat
    round: Annotated[int, between(1, 10)]
    revealed: Revelation
    rounds: Annotated[tuple[Round, ...], most(10)]
    board: Annotated[tuple[Lying, ...], most(20)]
    edges: Annotated[tuple[Edges, ...], most(len(BIRDS))]
    voids: Annotated[tuple[Suits, ...], most(4)]
    top: Suit
    lacking: Annotated[int | None, AFTERWARDS]
    moments: Annotated[tuple[Moment, ...], AFTERWARDS]


def reason_disclosure(action: Action) -> Disclosure | None:
    """KK-13: disclose a bot's reasons once the mission is over. A wish has no reason."""
    return "kept" if isinstance(action, Reveal | Select | Place) else None


def discloses_reasons(event: Event) -> bool:
    """Whether this event reveals all hands."""
    return isinstance(event, Ended)


def view(state: State, seat: Seat | None) -> View:
    """Return the view of `seat`, or of a spectator if it is None."""
    over = isinstance(state.phase, Over)
    return View(
        state.options,
        state.mission,
        state.phase,
        state.hands if over else hands_seen(state, seat),
        seat is not None and owned(state.wishes, seat),
        state.counters,
        len(state.box),
        state.declared,
        state.start,
        state.round,
        state.revealed,
        state.rounds,
        state.board,
        state.edges,
        voids_of(state) if state.options.void_tracker else (),
        top_suit(state.rounds),
        lacking(state.mission, state.edges) if over else None,
        moments_of(state) if over else (),
    )


def hands_seen(state: State, seat: Seat | None) -> tuple[Hand | int, ...]:
    """KK-13: return the viewer's own hand, and the number of cards in each other hand.

    Call this only while the mission is in progress.
    """
    return tuple([hand if owner == seat else len(hand) for owner, hand in enumerate(state.hands)])


def voids_of(table: State | View) -> tuple[tuple[Suit, ...], ...]:
    """Return the colours that each seat is known to lack."""
    seats = len(table.hands)
    return shown_voids(table.options, seats, table.rounds, table.start, table.revealed)


# --- Determinization


def determinize(view: View, rng: Rng) -> State:
    """Return a random state that agrees with this view, with the hidden cards dealt again. No seat
    is dealt a colour that it is known to lack, and purple 8 is held by the seat that announced it.
    All such deals are about equally likely.
    """
    *hands, box = imagined(view, rng)
    over = isinstance(view.phase, Over)
    wishes = [view.wish and (over or not isinstance(hand, int)) for hand in view.hands]
    return State(
        view.options,
        view.mission,
        view.phase,
        tuple(hands),
        tuple(wishes),
        view.counters,
        box,
        view.declared,
        view.start,
        view.round,
        view.revealed,
        view.rounds,
        view.board,
        view.edges,
    )


def imagined(view: View, rng: Rng) -> tuple[Hand, ...]:
    """Return random hands by seat, and then the box, that agree with the view."""
    sizes = [*(hand if isinstance(hand, int) else 0 for hand in view.hands), view.box]
    held: list[list[Card]] = [[] for _ in sizes]
    hidden = rng.shuffled(unseen(view))
    if FIRST in hidden:
        home = len(view.hands) if view.declared is None else view.declared
        held[home].append(FIRST)
        sizes[home] -= 1
        hidden = tuple([card for card in hidden if card != FIRST])
    dealt = share_out(hidden, sizes, (*voids_of(view), ()), rng)
    return tuple(
        hand if isinstance(hand, tuple) else tuple(sorted(cards + more, key=ORDER.__getitem__))
        for hand, cards, more in zip((*view.hands, view.box), held, dealt, strict=True)
    )


def unseen(view: View) -> list[Card]:
    """KK-13: return the cards that this seat cannot see, or none before the deal."""
    if isinstance(view.phase, Dealing):
        return []
    seen = {*view.revealed, *(card for one in view.rounds for card in one.cards)}
    for hand in view.hands:
        if not isinstance(hand, int):
            seen.update(hand)
    return [card for card in cards_for(len(view.hands)) if card not in seen]


def share_out(
    cards: tuple[Card, ...], sizes: list[int], bare: tuple[tuple[Suit, ...], ...], rng: Rng
) -> list[list[Card]]:
    """Deal shuffled cards into hands of these sizes. No hand gets a card of its `bare` suits."""
    if not any(bare):
        deck = iter(cards)
        return [list(islice(deck, size)) for size in sizes]
    held: list[list[Card]] = [[] for _ in sizes]
    for card in cards:
        find_room(held, sizes, bare, card, set())
    mix(held, bare, rng)
    return held


def find_room(
    held: list[list[Card]],
    sizes: list[int],
    bare: tuple[tuple[Suit, ...], ...],
    card: Card,
    asked: set[int],
) -> bool:
    """Give a card to a holder that may hold it, moving other cards to make room (Kuhn's augmenting
    paths). Return whether that was possible.
    """
    for holder, cards in enumerate(held):
        if holder in asked or card[0] in bare[holder]:
            continue
        asked.add(holder)
        if len(cards) < sizes[holder]:
            cards.append(card)
            return True
        for at, other in enumerate(cards):
            if find_room(held, sizes, bare, other, asked):
                cards[at] = card
                return True
    return False


def mix(held: list[list[Card]], bare: tuple[tuple[Suit, ...], ...], rng: Rng) -> None:
    """Swap random pairs of cards if each holder may hold the other's card."""
    places = [(holder, at) for holder, cards in enumerate(held) for at in range(len(cards))]
    for _ in range(MIXING * len(places)):
        bits = rng.bits()
        one, first = places[(bits & 0xFFFFFFFF) % len(places)]
        other, second = places[(bits >> 32) % len(places)]
        card, swapped = held[one][first], held[other][second]
        if card[0] not in bare[other] and swapped[0] not in bare[one]:
            held[one][first], held[other][second] = swapped, card
