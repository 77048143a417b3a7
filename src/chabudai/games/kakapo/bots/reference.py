"""The Kakapo: the reference bot, which grades missions.

It is greedy: it plays the card that can win the best piece, and puts a piece where it closes the
most edges. It does not plan, and infers nothing from the other players' cards. It must not change:
a change makes grades incomparable, so it needs a new VERSION and new grades for every mission.
"""

from functools import lru_cache
from typing import NamedTuple

from chabudai.core import NotToMove, Rng, Seat
from chabudai.games.kakapo.components.board import (
    ALL,
    MASKS,
    SIDE,
    WAYS,
    Cells,
    around,
    covered,
    each_bit,
    fits,
    legal,
)
from chabudai.games.kakapo.components.cards import SUIT, SUITS, VALUE, Card, cards_for
from chabudai.games.kakapo.components.missions import Mission, ground, targets
from chabudai.games.kakapo.moves import followers, own_hand, selections, trick_of
from chabudai.games.kakapo.rules import scanning, selection, tricks
from chabudai.games.kakapo.solver.boards import boards_of
from chabudai.games.kakapo.state import (
    Action,
    Lying,
    Place,
    Placing,
    Reveal,
    Revealing,
    Select,
    Selecting,
)
from chabudai.games.kakapo.view import View

VERSION = 1
BURNT = 0.5
"""Cost of playing a useful card that does not decide the round, as a fraction of its worth."""
SKILL = 1.0
"""Number of cells that a skill must gain to be worth its counter."""


class Reach(NamedTuple):
    """The best place for a piece, and the number of open cells that it closes there."""

    gain: int
    orientation: int
    anchor: int


NOTHING = Reach(0, 0, 0)


def act(view: View, seat: Seat, rng: Rng) -> Action:
    """Return the reference bot's move for `seat`. Raises NotToMove if `seat` owes no move."""
    match view.phase:
        case Revealing(seat=turn) if turn == seat and own_hand(view, seat):
            return Reveal(card_for(view, seat, rng))
        case Selecting(seat=turn, decision=decision) if turn == seat:
            return selection_for(view, decision)
        case Placing(seat=turn, pieces=pieces) if turn == seat:
            return place_for(view, max(pieces, key=lambda piece: worth(view, piece)))
        case _:
            raise NotToMove(seat)


def worth(view: View, piece: Card) -> int:
    """Return the number of open cells that a piece can close, or 0 if it has been used."""
    if any(lying.piece == piece for lying in view.board):
        return 0
    return reach(view.mission, view.board, piece).gain


# --- Cards


def card_for(view: View, seat: Seat, rng: Rng) -> Card:
    """Return the card with the highest expected worth. Among equals, choose the lowest card, or a
    random one if several are lowest.
    """
    top = view.top
    unseen = hidden_cards(view, seat)
    seats = len(view.hands)
    to_come = tricks.cards_in_a_round(seats) - len(view.revealed) - 1

    def promise(card: Card) -> tuple[float, int]:
        cards = (*view.revealed, card)
        decides = tricks.decision_card(cards, top)
        value = worth(view, decides) * holds(decides, top, unseen, to_come)
        if card != decides:
            value -= BURNT * worth(view, card)
        return value, -VALUE[card]

    cards = rng.shuffled(followers(view, seat))
    return max(cards, key=promise)


def hidden_cards(view: View, seat: Seat) -> list[Card]:
    """Return the cards that this seat has not seen."""
    own = view.hands[seat]
    seen = {*view.revealed, *(card for one in view.rounds for card in one.cards)}
    if not isinstance(own, int):
        seen.update(own)
    return [card for card in cards_for(len(view.hands)) if card not in seen]


def holds(decides: Card, top: str, unseen: list[Card], to_come: int) -> float:
    """Estimate the probability that a card still decides the round after `to_come` more cards."""
    if not to_come or not unseen:
        return 1.0
    beaten = sum(
        (card[0] == decides[0] and card > decides) or (card[0] == top != decides[0])
        for card in unseen
    )
    return float((1 - beaten / len(unseen)) ** to_come)


def selection_for(view: View, decision: Card) -> Select:
    """Return the most valuable selection. A skill lowers the value by SKILL."""
    trick = trick_of(view, decision)

    def brings(select: Select) -> float:
        pieces = selection.pieces_of(trick, select.skill)
        return sum(worth(view, piece) for piece in pieces) - SKILL * (select.skill is not None)

    return max(selections(trick), key=brings)


# --- Placing


def place_for(view: View, piece: Card) -> Place:
    """Return the place where a piece closes the most cells. If it can close none, return the place
    where it is least in the way.
    """
    found = reach(view.mission, view.board, piece)
    if not found.gain:
        found = place_aside(view.mission, view.board, piece)
    row, column = divmod(found.anchor, SIDE)
    return Place(piece, found.orientation, row, column)


class Remaining(NamedTuple):
    """The cells still to be covered, the cells that each suit must not cover, and the free
    cells.
    """

    cells: Cells
    barred: tuple[Cells, ...]
    free: Cells


@lru_cache(maxsize=256)
def remaining(mission: Mission, board: tuple[Lying, ...]) -> Remaining:
    """Return the cells that the birds closest to completion still need, ignoring spoilt birds."""
    edges = scanning.open_edges(mission)
    for lying in board:
        edges = scanning.with_piece(mission, edges, lying.piece, lying.cells)
    hopeful = [
        bird
        for bird in range(len(mission.birds))
        if "wrong" not in edges[bird] and "open" in edges[bird]
    ]
    done = sum("open" not in row and "wrong" not in row for row in edges)
    hopeful.sort(key=lambda bird: (bird not in mission.must, edges[bird].count("open")))
    cells = 0
    wanted = [0] * len(SUITS)
    for bird in hopeful[: max(0, mission.required - done)]:
        target = targets(mission)[bird]
        cells |= target.halo
        wanted = [old | new for old, new in zip(wanted, target.wanted, strict=True)]
    taken = covered(boards_of(board))
    everything = 0
    for want in wanted:
        everything |= want
    barred = tuple(everything & ~want for want in wanted)
    return Remaining(cells & ~taken, barred, ALL & ~(taken | ground(mission)))


@lru_cache(maxsize=4096)
def reach(mission: Mission, board: tuple[Lying, ...], piece: Card) -> Reach:
    """Return the place where a piece closes the most open cells without spoiling any."""
    left = remaining(mission, board)
    at = SUITS.index(SUIT[piece])
    own = boards_of(board)[at]
    return most_closed(VALUE[piece], left.free & ~around(own) & ~left.barred[at], left.cells)


@lru_cache(maxsize=4096)
def most_closed(value: int, free: Cells, cells: Cells) -> Reach:
    """Return the place on free cells that covers as many of `cells` as possible.

    Among equals, prefer the place that splits the remaining cells into the fewest parts, then the
    first place.
    """
    best, fewest_parts = NOTHING, 0
    if not cells & free:
        return best
    for at, starts in enumerate(fits(value, free)):
        mask = MASKS[value][at]
        near = 0
        for row, column in WAYS[value][at]:
            near |= cells >> SIDE * row + column
        for low in each_bit(starts & near):
            gain = (mask * low & cells).bit_count()
            if gain < best.gain:
                continue
            parts = count_parts(cells & ~(mask * low))
            if gain > best.gain or parts < fewest_parts:
                best, fewest_parts = Reach(gain, at, low.bit_length() - 1), parts
    return best


def count_parts(cells: Cells) -> int:
    """Count the connected parts of a set."""
    count = 0
    while cells:
        part = cells & -cells
        while more := around(part) & cells:
            part |= more
        cells &= ~part
        count += 1
    return count


def place_aside(mission: Mission, board: tuple[Lying, ...], piece: Card) -> Reach:
    """Return the first place away from the birds' open cells. If there is none, return the first
    place next to them, or else the first place on them.
    """
    boards = boards_of(board)
    taken, own = covered(boards) | ground(mission), boards[SUITS.index(SUIT[piece])]
    cells = remaining(mission, board).cells
    for kept in (cells | around(cells), cells, 0):
        for at, starts in enumerate(legal(VALUE[piece], taken | kept, own)):
            if starts:
                return Reach(0, at, (starts & -starts).bit_length() - 1)
    raise ValueError(f"{piece} fits nowhere.")
