"""The Kakapo, phase 3: placing the selected pieces (KK-32 to KK-39)."""

from collections.abc import Iterable
from functools import cache, lru_cache
from typing import NamedTuple

from msgspec.structs import replace

from chabudai.core import Illegal, News, Seat, Step, Why, public, refuse
from chabudai.games.kakapo.components.board import (
    ALL,
    MASKS,
    PLANS,
    SIDE,
    WAYS,
    Cells,
    around,
    coordinates,
    fits,
    has_room,
)
from chabudai.games.kakapo.components.cards import VALUE, VALUES, Card
from chabudai.games.kakapo.components.missions import Mission, ground
from chabudai.games.kakapo.rules import scanning
from chabudai.games.kakapo.state import Event, Lying, Place, Placed, Placing, PutBack, State


class Spot(NamedTuple):
    """A placement of a piece on an empty board."""

    mask: Cells
    cells: tuple[int, ...]
    orientation: int
    row: int
    column: int


@cache
def spots(value: int) -> tuple[Spot, ...]:
    """Return every placement of a piece of `value` on an empty board."""
    return tuple(
        Spot(mask, tuple(SIDE * down + right for down, right in coordinates(mask)), at, row, column)
        for at, plan in enumerate(PLANS[value])
        for row, column in coordinates(plan.inside)
        for mask in (MASKS[value][at] << SIDE * row + column,)
    )


@cache
def spot_by_place(value: int) -> dict[tuple[int, int, int], Spot]:
    """Map each orientation, row and column to the placement of a piece of `value` there."""
    return {(spot.orientation, spot.row, spot.column): spot for spot in spots(value)}


@cache
def mask_by_cells() -> dict[tuple[int, ...], Cells]:
    """Map the cells of each possible placement, as an ascending tuple, to these cells as a set."""
    return {spot.cells: spot.mask for value in VALUES for spot in spots(value)}


def blocked(mission: Mission, board: tuple[Lying, ...], piece: Card) -> Cells:
    """KK-34, KK-35: return the cells that `piece` must not cover."""
    return blocked_for(mission, board, piece[0])


@lru_cache(1 << 6)
def blocked_for(mission: Mission, board: tuple[Lying, ...], suit: str) -> Cells:
    """Return the cells that pieces of `suit` must not cover.

    Cached because it is needed three times: when a piece has been selected, when a place is chosen,
    and when the piece is placed.
    """
    masks = mask_by_cells()
    taken, own = ground(mission), 0
    for lying in board:
        mask = masks[lying.cells]
        taken |= mask
        if lying.piece[0] == suit:
            own |= mask
    return taken | around(own)


def anchors(mission: Mission, board: tuple[Lying, ...], piece: Card) -> tuple[Cells, ...]:
    """KK-33 to KK-35: return the legal cells for the top left of the piece's box, by
    orientation.
    """
    return fits(VALUE[piece], ALL & ~blocked(mission, board, piece))


def without_place(
    mission: Mission, board: tuple[Lying, ...], pieces: Iterable[Card]
) -> tuple[Card, ...]:
    """KK-39: return the pieces that fit nowhere."""
    return tuple([piece for piece in pieces if not has_place(mission, board, piece)])


def has_place(mission: Mission, board: tuple[Lying, ...], piece: Card) -> bool:
    """KK-39: whether a piece fits anywhere."""
    return has_room(VALUE[piece], ALL & ~blocked(mission, board, piece))


def spot_of(action: Place) -> Spot | Why:
    """KK-32, KK-33: return the spot of a placement, or the reason why it is not on the grid."""
    piece, value = action.piece, VALUE[action.piece]
    spot = spot_by_place(value).get((action.orientation, action.row, action.column))
    if spot is not None:
        return spot
    if action.orientation >= len(WAYS[value]):
        return Why("KK-32", "{piece} cannot be turned like that.", {"piece": piece})
    return Why("KK-33", "{piece} would stick out over the edge of the board.", {"piece": piece})


def against_spot(mission: Mission, board: tuple[Lying, ...], piece: Card, spot: Spot) -> Why | None:
    """KK-34, KK-35: explain why a piece cannot be placed there, or return None."""
    if not spot.mask & blocked(mission, board, piece):
        return None
    if spot.mask & ground(mission):
        return Why("KK-34", "{piece} would cover a bird.", {"piece": piece})
    if any(spot.mask & mask_by_cells()[lying.cells] for lying in board):
        return Why("KK-34", "{piece} would cover another piece.", {"piece": piece})
    text = "{piece} would lie side by side with a piece of its own colour."
    return Why("KK-35", text, {"piece": piece})


def place(state: State, seat: Seat, action: Place) -> Step[State, Event]:
    """KK-32 to KK-38: place a piece permanently. Then the next piece or phase 4 follows. Raises
    Illegal.
    """
    phase, piece = state.phase, action.piece
    if not isinstance(phase, Placing):
        raise Illegal("KK-32", "There is no piece to place now.")
    if piece not in phase.pieces:
        raise Illegal("KK-32", "{piece} has not been selected.", piece=piece)
    spot = spot_of(action)
    if isinstance(spot, Why):
        raise Illegal(spot.rule, spot.text, **spot.facts)
    refuse(against_spot(state.mission, state.board, piece, spot))
    left = tuple([one for one in phase.pieces if one != piece])
    return put_down(state, seat, Lying(piece, spot.cells), left)


def put_down(state: State, seat: Seat, lying: Lying, left: tuple[Card, ...]) -> Step[State, Event]:
    """KK-36, KK-40: add a piece to the board. The pieces in `left` must still be placed."""
    piece, cells = lying.piece, lying.cells
    edges = scanning.with_piece(state.mission, state.edges, piece, cells)
    after = replace(state, board=(*state.board, lying), edges=edges)
    news: tuple[News[Event], ...] = (
        public(Placed(seat, piece, cells)),
        *scanning.newly_scanned(state.edges, edges),
    )
    if left:
        return await_placing(after, seat, left, news)
    return scanning.judge(after, seat, news)


def await_placing(
    state: State, seat: Seat, pieces: tuple[Card, ...], news: tuple[News[Event], ...]
) -> Step[State, Event]:
    """KK-39, KK-A7: let `seat` place `pieces` if there is room, and otherwise fail the mission."""
    stuck = without_place(state.mission, state.board, pieces)
    if not stuck:
        return Step(replace(state, phase=Placing(seat, pieces)), news)
    if not is_forgiven(state, stuck):
        return scanning.end(state, "no-place", stuck[0], news)
    for piece in stuck:
        news = (*news, public(PutBack(piece)))
    if left := tuple(piece for piece in pieces if piece not in stuck):
        return Step(replace(state, phase=Placing(seat, left)), news)
    return scanning.judge(state, seat, news)


def is_forgiven(state: State, stuck: tuple[Card, ...]) -> bool:
    """KK-A7: whether the pieces that fit nowhere may be put back.

    That is legal if the other piece of the double scan is on the board or still fits.
    """
    return state.options.double_scan_forgiving and len(stuck) < len(state.rounds[-1].pieces)
