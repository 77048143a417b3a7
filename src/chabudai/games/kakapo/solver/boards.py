"""The Kakapo: the pieces on the board as sets of cells."""

from collections.abc import Iterable

from chabudai.games.kakapo.components.board import EMPTY, Boards, Cells, with_piece
from chabudai.games.kakapo.components.cards import SUIT
from chabudai.games.kakapo.state import Lying


def boards_of(board: Iterable[Lying]) -> Boards:
    """Return the cells under the pieces on the board, by suit."""
    boards = EMPTY
    for lying in board:
        boards = with_piece(boards, SUIT[lying.piece], cells_under(lying))
    return boards


def cells_under(lying: Lying) -> Cells:
    """Return the cells of a piece on the board."""
    return sum(1 << cell for cell in lying.cells)
