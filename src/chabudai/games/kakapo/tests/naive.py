"""Slow, cell-by-cell geometry for The Kakapo, compared with the fast implementation."""

from collections.abc import Iterable
from itertools import product
from typing import TypeAlias

from chabudai.games.kakapo.components.missions import SIDES, Bird, Mission

Cell: TypeAlias = tuple[int, int]
Shape: TypeAlias = frozenset[Cell]
Laid: TypeAlias = tuple[str, int, Shape]
"""A piece on the board: suit, value and cells."""

PICTURES = ("#", "##", "#. ##", "#. #. ##", "#.# ###", "#... #... ####", "#.# #.# ###")
SHAPES: dict[int, Shape] = {
    value: frozenset(
        (row, column)
        for row, line in enumerate(picture.split())
        for column, mark in enumerate(line)
        if mark == "#"
    )
    for value, picture in enumerate((*PICTURES, "#..# #..# ####"), 1)
}
GRID = frozenset((row, column) for row in range(12) for column in range(12))


def moved(shape: Iterable[Cell], down: int, right: int) -> Shape:
    return frozenset((row + down, column + right) for row, column in shape)


def oriented(shape: Shape, down: int, right: int, *, turned: bool) -> Shape:
    """Return a shape at (0, 0), mirrored if `down` or `right` is -1, and turned if `turned`."""
    image = {(down * cell[turned], right * cell[not turned]) for cell in shape}
    return moved(image, -min(row for row, _ in image), -min(column for _, column in image))


def ways(value: int) -> set[Shape]:
    """Return the distinct orientations of a piece."""
    signs = product((1, -1), (1, -1), (False, True))
    return {oriented(SHAPES[value], down, right, turned=turned) for down, right, turned in signs}


PLACES: dict[int, list[Shape]] = {
    value: [
        place
        for way, row, column in product(ways(value), range(12), range(12))
        if (place := moved(way, row, column)) <= GRID
    ]
    for value in SHAPES
}


def beside(cell: Cell) -> set[Cell]:
    row, column = cell
    return {(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)}


def halo(cells: Iterable[Cell]) -> set[Cell]:
    """Return the cells that share an edge with `cells`, including cells off the grid."""
    inside = set(cells)
    return {near for cell in inside for near in beside(cell)} - inside


def may_lie(piece: Laid, birds: Iterable[Cell], board: Iterable[Laid]) -> bool:
    """KK-33 to KK-35: whether a piece may be placed on its cells."""
    suit, _, cells = piece
    lying = list(board)
    if not cells <= GRID or cells & set(birds) or any(cells & other for _, _, other in lying):
        return False
    return not any(halo(cells) & other for colour, _, other in lying if colour == suit)


def edges(bird: Bird, board: Iterable[Laid]) -> tuple[str, ...]:
    """KK-40: return the state of each unit edge, by cell and then in the order N, E, S, W."""
    on = {cell: suit for suit, _, cells in board for cell in cells}
    colours = {(edge.row, edge.column, edge.side): edge.suit for edge in bird.edges}
    found = []
    for row, column in bird.cells:
        for side, (down, right) in SIDES.items():
            if (there := (row + down, column + right)) not in bird.cells:
                wanted = colours.get((row, column, side), on.get(there))
                right_suit = "right" if on.get(there) == wanted else "wrong"
                found.append(right_suit if there in on else "open")
    return tuple(found)


def scans(bird: Bird, board: Iterable[Laid]) -> bool:
    """KK-40: whether the pieces scan a bird."""
    return set(edges(bird, board)) == {"right"}


def wins(mission: Mission, board: Iterable[Laid]) -> bool:
    """KK-41, KK-A15: whether the pieces win a mission."""
    lying = list(board)
    scanned = [scans(bird, lying) for bird in mission.birds]
    return scanned.count(True) >= mission.required and all(scanned[at] for at in mission.must)


def faults(mission: Mission, board: Iterable[Laid]) -> list[str]:
    """Return the reasons why the pieces are not a solution."""
    birds = {cell for bird in mission.birds for cell in bird.cells}
    lying: list[Laid] = []
    found: list[str] = []
    for piece in board:
        suit, value, cells = piece
        if (suit, value) in {(s, v) for s, v, _ in lying}:
            found.append(f"{suit}{value} twice")
        if cells not in PLACES[value]:
            found.append(f"{suit}{value} has another shape")
        if not may_lie(piece, birds, lying):
            found.append(f"{suit}{value} may not lie there")
        lying.append(piece)
    if not wins(mission, lying):
        found.append("the mission is not won")
    return found
