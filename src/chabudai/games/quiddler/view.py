"""Quiddler: the view, with the seat's own hand, all face-up cards, and the cards taken openly.

All players have seen every discard, so the whole discard pile is in the view (QD-A12).
"""

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from itertools import islice
from typing import Annotated, TypeAlias

from msgspec import Meta

from chabudai.core import Disclosure, Rng, Seat, Struct, check_seat
from chabudai.core.bounds import between, most
from chabudai.games.quiddler.components.cards import (
    COLUMNS,
    DECK,
    DEPTH,
    ROUNDS,
    Face,
    Uncovered,
)
from chabudai.games.quiddler.rules import scoring
from chabudai.games.quiddler.state import (
    Acting,
    Action,
    Challenge,
    Dealing,
    Discard,
    Draw,
    Drawing,
    Ended,
    Event,
    Finished,
    GoOut,
    Hand,
    Held,
    Last,
    LastLap,
    Options,
    Over,
    Phase,
    Ready,
    Refilling,
    Row,
    Settling,
    Solo,
    Source,
    Spell,
    State,
    Stop,
    Table,
    Tally,
)

COUNTED = (Settling, Over)
"""Phases that show all hands."""


class Choosing(Struct, tag="acting"):
    """`seat` has drawn and must discard. `card` is None if the viewer did not see it."""

    seat: Seat
    card: Face | None
    source: Source


class Column(Struct):
    """A column of the solo game: its open card, or "" if it is empty, and the number of cards below
    it.
    """

    open: Uncovered
    under: Annotated[int, between(0, DEPTH - 1)]


class Columns(Struct, tag="solo"):
    """The solo game as its player sees it."""

    columns: Annotated[tuple[Column, ...], most(COLUMNS)]


Count: TypeAlias = Annotated[int, between(0, len(DECK))]
Seen: TypeAlias = Dealing | Refilling | Drawing | Choosing | Settling | Columns | Over


class View(Struct):
    """The table as one seat sees it. Like State, but hides the pile and other hands.

    Hidden cards are only counted. `tally` is the last finished round with its scores, or with
    preliminary scores until all seats are ready.
    """

    options: Options
    phase: Seen
    hands: Annotated[tuple[Hand | Count, ...], most(8)]
    round: Annotated[int, between(1, ROUNDS)]
    dealer: Seat | None
    turns: int
    last: LastLap | None
    pile: Count  # cards, face down
    discards: Annotated[tuple[Face, ...], most(len(DECK))]
    laid: Table
    sheet: Annotated[tuple[Row, ...], most(ROUNDS)]
    previous: Finished | None
    held: Annotated[tuple[Held, ...], most(88)]
    tally: Tally | None
    upheld: Annotated[tuple[Annotated[str, Meta(max_length=22)], ...], most(640)]


def reason_disclosure(action: Action) -> Disclosure | None:
    """Disclose reasons for public moves immediately, and for draws and discards after the game.

    A reason for a draw or a discard would reveal the hand.
    """
    match action:
        case GoOut() | Last() | Challenge() | Ready() | Spell() | Stop():
            return "open"
        case Draw() | Discard():
            return "kept"
        case _:
            return None


def discloses_reasons(event: Event) -> bool:
    """Whether this event ends the game."""
    return isinstance(event, Ended)


def view(state: State, seat: Seat | None) -> View:
    """Return the view of `seat`, or of a spectator if None."""
    check_seat(seat, len(state.hands))
    return View(
        state.options,
        visible_phase(state.phase, seat),
        hands_seen(state, seat),
        state.round,
        state.dealer,
        state.turns,
        state.last,
        len(state.pile),
        state.discards,
        state.laid,
        state.sheet,
        state.previous,
        state.held,
        tally(state),
        state.upheld,
    )


def visible_phase(phase: Phase, seat: Seat | None) -> Seen:
    """QD-9, QD-A18: hide cards that other seats drew from the pile, and covered cards of
    columns.
    """
    if isinstance(phase, Acting):
        hidden = phase.source == "pile" and phase.seat != seat
        return Choosing(phase.seat, None if hidden else phase.card, phase.source)
    if isinstance(phase, Solo):
        return Columns(
            tuple(
                Column(column[-1], len(column) - 1) if column else Column("", 0)
                for column in phase.columns
            )
        )
    return phase


def hands_seen(state: State, seat: Seat | None) -> tuple[Hand | int, ...]:
    """QD-29: return the viewer's own hand, or all hands once the remaining cards are counted."""
    hands = state.hands
    if isinstance(state.phase, COUNTED):
        return hands
    found: list[Hand | int] = list(map(len, hands))
    if seat is not None:
        found[seat] = hands[seat]
    return tuple(found)


def tally(state: State) -> Tally | None:
    """QD-35: return the round that is being settled, otherwise the last scored round, or None if
    there is none.
    """
    phase, previous = state.phase, state.previous
    if isinstance(phase, Settling):
        before = scoring.totals(state.sheet, len(state.hands))
        return scoring.tally(state.options, state.hands, state.laid, before)
    if isinstance(phase, Over) and state.sheet:
        tops = scoring.tops(state.options, state.laid, len(state.hands))
        return Tally(state.sheet[-1], *tops)
    return tally_before(state.options, previous, state.sheet[-1]) if previous else None


@lru_cache(1 << 6)
def tally_before(options: Options, previous: Finished, row: Row) -> Tally:
    """QD-30, QD-31: return the scores of the previous round. Cached, since it stays the same for a
    whole round.
    """
    return Tally(row, *scoring.tops(options, previous.laid, len(previous.hands)))


def determinize(view: View, rng: Rng) -> State:
    """Return a random state that agrees with this view, with the hidden cards dealt again."""
    unseen = Counter(DECK)
    unseen.subtract(known_cards(view))
    cards = iter(rng.shuffled(tuple(unseen.elements())))
    hands = tuple(
        imagined_hand(hand, held_by(view, seat), cards) if isinstance(hand, int) else hand
        for seat, hand in enumerate(view.hands)
    )
    imagined = imagined_phase(view.phase, hands, cards, rng)
    return State(
        view.options,
        imagined,
        hands,
        view.round,
        view.dealer,
        view.turns,
        view.last,
        tuple(islice(cards, view.pile)),
        view.discards,
        view.laid,
        view.sheet,
        view.previous,
        view.held,
        view.upheld,
    )


def known_cards(view: View) -> Iterator[Face]:
    """Yield every card whose place is known: the cards face up, and those taken openly."""
    yield from face_up(view)
    for seat, hand in enumerate(view.hands):
        if isinstance(hand, int):
            yield from held_by(view, seat)


def held_by(view: View, seat: Seat) -> Hand:
    """Return the cards that all players know to be in the hand of `seat`."""
    return tuple(held.card for held in view.held if held.seat == seat)


def face_up(view: View) -> Iterator[Face]:
    """Yield every visible card."""
    for hand in view.hands:
        if not isinstance(hand, int):
            yield from hand
    yield from view.discards
    for word in view.laid:
        yield from word.cards
    match view.phase:
        case Columns(columns=columns):
            yield from (column.open for column in columns if column.open)
        case Over(columns=left):
            for column in left:
                yield from column
        case _:
            pass


def imagined_hand(size: int, held: Hand, cards: Iterator[Face]) -> Hand:
    """Return a random hand of `size` cards that includes those taken openly."""
    return tuple(sorted((*held, *islice(cards, size - len(held)))))


def imagined_phase(phase: Seen, hands: tuple[Hand, ...], cards: Iterator[Face], rng: Rng) -> Phase:
    """Return a phase that agrees with this one, with a random card for every hidden one."""
    match phase:
        case Choosing(seat=seat, card=card, source=source):
            return Acting(seat, rng.choice(hands[seat]) if card is None else card, source)
        case Columns(columns=columns):
            return Solo(
                tuple(
                    (*islice(cards, column.under), column.open) if column.open else ()
                    for column in columns
                )
            )
        case _:
            return phase
