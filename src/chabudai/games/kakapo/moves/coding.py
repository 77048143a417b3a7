"""The Kakapo encoded as numbers, for machine learning. Every move is one step, and the board
consists of planes of 144 cells.
"""

from collections.abc import Iterable
from functools import lru_cache

from chabudai.core import Seat
from chabudai.core.coding import (
    Coding,
    Draft,
    Layout,
    Seen,
    Span,
    packed,
    seat_flag,
    turned,
)
from chabudai.games.kakapo.components.board import ALL, SIDE, fits
from chabudai.games.kakapo.components.cards import DECK, ORDER, SUIT, SUITS, VALUE, Card, Suit
from chabudai.games.kakapo.components.mission_file import BIRDS
from chabudai.games.kakapo.components.missions import Mission, bird_cells
from chabudai.games.kakapo.moves import REVEAL, followers, own_hand, selections, trick_of
from chabudai.games.kakapo.rules import placement, scanning
from chabudai.games.kakapo.state import (
    Action,
    Double,
    Facing,
    Lying,
    Over,
    Place,
    Placing,
    Reveal,
    Revealing,
    Select,
    Selecting,
    Shift,
    Wild,
)
from chabudai.games.kakapo.view import View

CELLS = SIDE * SIDE
SPOTS = 8 * CELLS
"""Orientations times cells: the placements of a piece."""
SELECTS = (
    Select(),
    Select(Double()),
    *(Select(Wild(suit)) for suit in SUITS),
    Select(Shift(1)),
    Select(Shift(-1)),
)
STEPS = (
    Span("reveal a card", len(DECK)),
    Span("select, with a skill or without", len(SELECTS)),
    Span("place the first piece to be placed", SPOTS),
    Span("place the second piece", SPOTS),
)
FIXED: tuple[Reveal | Select, ...] = (*(REVEAL[card] for card in DECK), *SELECTS)
"""The moves numbered from 1, below the numbers of placements."""
PLACE = 1 + len(FIXED)
CARD_BIT: dict[Card, int] = {card: 1 << at for card, at in ORDER.items()}
REVEAL_BIT: dict[Card, int] = {card: bit << 1 for card, bit in CARD_BIT.items()}
SELECT_BIT = {select: 1 << 1 + len(DECK) + at for at, select in enumerate(SELECTS)}
COLOURS: tuple[Suit | None, ...] = (*SUITS, None)


def offered(view: View, seat: Seat, draft: Draft) -> int:
    """Return the numbers of the cards, selections or placements that `seat` can choose."""
    match view.phase:
        case Revealing(seat=turn) if turn == seat:
            return sum([REVEAL_BIT[card] for card in followers(view, seat)])
        case Selecting(seat=turn, decision=decision) if turn == seat:
            return sum([SELECT_BIT[one] for one in selections(trick_of(view, decision))])
        case Placing(seat=turn, pieces=pieces) if turn == seat:
            mask = 0
            for at, piece in enumerate(pieces):
                blocked = placement.blocked(view.mission, view.board, piece)
                mask |= spots_free(VALUE[piece], ALL & ~blocked) << PLACE + at * SPOTS
            return mask
        case _:
            return 0


@lru_cache(1 << 6)
def spots_free(value: int, free: int) -> int:
    """KK-33: return the placements of a piece that cover only free cells, as a set of bits. Bit 144
    × orientation + 12 × row + column stands for one placement. Cached for the steps of one phase.
    """
    return packed((CELLS, anchors) for anchors in fits(value, free))


def chosen(view: View, seat: Seat, draft: Draft) -> Action:
    """Return the move that the draft's only step stands for."""
    number = draft[-1]
    if number < PLACE:
        return FIXED[number - 1]
    at, spot = divmod(number - PLACE, SPOTS)
    pieces = view.phase.pieces if isinstance(view.phase, Placing) else ()
    orientation, cell = divmod(spot, CELLS)
    return Place(pieces[at], orientation, *divmod(cell, SIDE))


# --- Observations


def layout(seats: int) -> Layout:
    """Return the planes of the board, the cards, and the counts."""
    cards, suits = len(DECK), len(SUITS)
    return Layout(
        (
            *(Span(f"cells under pieces of colour {suit}", CELLS) for suit in SUITS),
            *(Span(f"free cells that an edge of colour {suit} faces", CELLS) for suit in SUITS),
            Span("free cells that an edge of no colour faces", CELLS),
            Span("cells of birds", CELLS),
            Span("cells of scanned birds", CELLS),
            Span("cells of birds that a wrong piece faces", CELLS),
            Span("phase: reveal, select, place, over", 4),
            Span("seat on turn", seats),
            Span("seat that began the round", seats),
            Span("seat that announced P8", seats),
            Span("own cards", cards),
            Span("cards revealed now, by seat", seats * cards),
            Span("cards revealed in earlier rounds, by seat", seats * cards),
            Span("decision card", cards),
            Span("pieces to place", cards),
            Span("lead colour", suits),
            Span("top colour", suits),
        ),
        (
            Span("cards in hand, by seat", seats, 0, 16),
            Span("skill counters", 1, 0, 5),
            Span("round", 1, 1, 10),
            Span("cards revealed now", 1, 0, 4),
            Span("scanned birds", 1, 0, len(BIRDS)),
            Span("birds to scan", 1, 1, len(BIRDS)),
        ),
    )


def seen(view: View, seat: Seat, draft: Draft) -> Seen:
    """Return the board, the cards and the counts."""
    seats, cards, suits = len(view.hands), len(DECK), len(SUITS)
    turn, kind, decision, pieces = 0, 0, 0, 0
    match view.phase:
        case Revealing(seat=one):
            turn, kind = seat_flag(one, seat, seats), 1
        case Selecting(seat=one, decision=card):
            turn, kind, decision = seat_flag(one, seat, seats), 2, CARD_BIT[card]
        case Placing(seat=one, pieces=left):
            turn, kind = seat_flag(one, seat, seats), 4
            pieces = sum([CARD_BIT[card] for card in left])
        case _:
            kind = 8 * isinstance(view.phase, Over)
    now = by_seat(((view.start, view.revealed),), seats)
    before = by_seat(((one.start, one.cards) for one in view.rounds), seats)
    flags = packed(
        (
            (14 * CELLS, planes(view.mission, view.board, view.edges)),
            (4, kind),
            (seats, turn),
            (seats, seat_flag(view.start, seat, seats)),
            (seats, seat_flag(view.declared, seat, seats)),
            (cards, sum([CARD_BIT[card] for card in own_hand(view, seat)])),
            *((cards, held) for held in turned(now, seat)),
            *((cards, held) for held in turned(before, seat)),
            (cards, decision),
            (cards, pieces),
            (suits, 1 << SUITS.index(view.revealed[0][0]) if view.revealed else 0),
            (suits, 1 << SUITS.index(view.top)),
        )
    )
    sizes = tuple([hand if isinstance(hand, int) else len(hand) for hand in view.hands])
    counts = (
        *turned(sizes, seat),
        view.counters,
        view.round,
        len(view.revealed),
        sum(map(scanning.is_scanned, view.edges)),
        view.mission.required,
    )
    return Seen(flags, bytes(counts))


def by_seat(tricks: Iterable[tuple[Seat, tuple[Card, ...]]], seats: int) -> tuple[int, ...]:
    """KK-15: return the cards that each seat revealed, as sets. A trick consists of its first seat
    and its cards in order.
    """
    held = [0] * seats
    for start, cards in tricks:
        for at, card in enumerate(cards, start):
            held[at % seats] |= CARD_BIT[card]
    return tuple(held)


@lru_cache(1 << 6)
def planes(
    mission: Mission, board: tuple[Lying, ...], edges: tuple[tuple[Facing, ...], ...]
) -> int:
    """Return the planes of the board, one after the other. Cached for the steps of a round."""
    masks = placement.mask_by_cells()
    pieces = [0] * len(SUITS)
    for lying in board:
        pieces[SUITS.index(SUIT[lying.piece])] |= masks[lying.cells]
    free = ALL & ~sum(pieces)
    cells = [bird_cells(bird) for bird in mission.birds]
    scanned = [cells[at] for at, row in enumerate(edges) if scanning.is_scanned(row)]
    wrong = [cells[at] for at, row in enumerate(edges) if "wrong" in row]
    faced = (plane & free for plane in edge_planes(mission))
    birds = (sum(some) for some in (cells, scanned, wrong))
    return packed((CELLS, plane) for plane in (*pieces, *faced, *birds))


@lru_cache(1 << 6)
def edge_planes(mission: Mission) -> tuple[int, ...]:
    """KK-40: return the cells faced by edges of each colour, and the cells faced by uncoloured
    edges.
    """
    faced = [0] * len(COLOURS)
    for cell, edges in scanning.facing(mission).items():
        for _, _, colour in edges:
            faced[COLOURS.index(colour)] |= 1 << cell
    return tuple(faced)


def potential(view: View, seat: Seat) -> float:
    """KK-41: return the share of the needed edges that are scanned, from 0 to 1."""
    needed = scanning.lacking(view.mission, scanning.open_edges(view.mission))
    return 1.0 - scanning.lacking(view.mission, view.edges) / needed


CODING: Coding[Action, View] = Coding(
    steps=STEPS,
    offered=offered,
    chosen=chosen,
    layout=layout,
    seen=seen,
    potential=potential,
)
